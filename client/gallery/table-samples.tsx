import { type Column, Table } from '#ui/table.tsx';
import { Link } from '#ui/link.tsx';

interface Planet {
  readonly name: string;
  readonly named: string;
  readonly kind: string;
  readonly diameter: number;
}

const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 1 });

const columns: readonly Column<Planet>[] = [
  { heading: 'Planet', cell: ({ name }) => <Link to="/">{name}</Link> },
  { heading: 'Named after', cell: ({ named }) => named },
  { heading: 'Kind', cell: ({ kind }) => kind },
  { heading: 'Diameter, km', cell: ({ diameter }) => amount.format(diameter), numeric: true },
];

/** Whose headings together are wider than a phone. */
const many: readonly Column<Planet>[] = [
  ...columns,
  ...['Discovered by', 'Observatory', 'Mean distance'].map((heading) => ({
    heading,
    cell: ({ kind }: Planet) => kind,
  })),
];

const few: readonly Planet[] = [
  { name: 'Venus', named: 'The goddess of love', kind: 'Rock', diameter: 12_103.6 },
  { name: 'Jupiter', named: 'The king of the gods', kind: 'Gas, mostly hydrogen', diameter: 139_820 },
  {
    name: 'Uranus',
    named: 'The god of the sky, father of Saturn and grandfather of Jupiter, as the Greeks called him',
    kind: 'Ice',
    diameter: 50_724,
  },
];

export function TableSamples() {
  const keyOf = ({ name }: Planet) => name;
  return (
    <>
      <Table caption="Some planets" columns={columns} rows={few} keyOf={keyOf} />
      <Table
        caption="Planets of the moon"
        columns={columns}
        rows={[]}
        keyOf={keyOf}
        empty="No planets yet. They appear here when one is found."
      />
      <div className="gallery-narrow">
        <Table caption="More columns, with little room" columns={many} rows={few} keyOf={keyOf} />
      </div>
    </>
  );
}
