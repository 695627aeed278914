import { type Column, Table } from '#ui/table.tsx';
import { Link } from '#ui/link.tsx';

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly state: string;
  readonly total: number;
}

const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });

const columns: readonly Column<Order>[] = [
  { heading: 'Order', cell: ({ id }) => <Link to="/">{`No.\u00a0${id}`}</Link> },
  { heading: 'Customer', cell: ({ customer }) => customer },
  { heading: 'State', cell: ({ state }) => state },
  { heading: 'Total, EUR', cell: ({ total }) => amount.format(total), numeric: true },
];

const few: readonly Order[] = [
  { id: 1204, customer: 'Ada Byron', state: 'Paid', total: 1280 },
  { id: 1205, customer: 'Katherine Johnson', state: 'Waiting for payment', total: 74.5 },
  {
    id: 1206,
    customer: 'Society for the Preservation of Narrow-Gauge Railways in the Upper Valleys',
    state: 'Cancelled',
    total: 12_040.05,
  },
];

const many: readonly Order[] = Array.from({ length: 20 }, (_, index) => ({
  id: 2001 + index,
  customer: `Customer ${index + 1}`,
  state: index % 3 === 0 ? 'Paid' : 'Open',
  total: (index + 1) * 37.25,
}));

export function TableSamples() {
  const keyOf = ({ id }: Order) => id;
  return (
    <>
      <Table caption="Orders of today" columns={columns} rows={few} keyOf={keyOf} />
      <Table
        caption="Orders of tomorrow"
        columns={columns}
        rows={[]}
        keyOf={keyOf}
        empty="No orders yet. They appear here as they come in."
      />
      <div className="gallery-narrow">
        <Table caption="Orders, with little room" columns={columns} rows={few} keyOf={keyOf} />
      </div>
      <Table caption="Orders of the month" columns={columns} rows={many} keyOf={keyOf} />
    </>
  );
}
