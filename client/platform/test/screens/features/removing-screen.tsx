import { useState } from 'react';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Table } from '#platform/ui/table.tsx';
import { Links } from './links.tsx';

interface Props {
  readonly name: string;
  readonly remove: (name: string) => void;
}

const Remove = ({ name, remove }: Props) => <Button onClick={() => remove(name)}>Remove {name}</Button>;

function RemoveInDialog({ name, remove }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask about {name}</Button>
      <Dialog
        open={open}
        title={name}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => remove(name)}>Confirm {name}</Button>}
      />
    </>
  );
}

export function Component() {
  const [names, setNames] = useState(['a', 'b', 'c']);
  const [asked, setAsked] = useState<string>();
  const [isListed, setListed] = useState(false);
  const remove = (name: string) => setNames((names) => names.filter((one) => one !== name));
  const columns = [
    { heading: 'Name', cell: (name: string) => name },
    {
      heading: 'Actions',
      cell: (name: string) => (
        <>
          <Remove name={name} remove={remove} />
          <RemoveInDialog name={name} remove={remove} />
          <Button onClick={() => setAsked(name)}>Ask below about {name}</Button>
        </>
      ),
    },
  ];
  return (
    <>
      <h1>Removing</h1>
      <Table caption="Names" columns={columns} rows={names} keyOf={String} />
      <ul>
        {names.map((name) => (
          <li key={name}>
            Item {name} <Button onClick={() => remove(name)}>Remove item {name}</Button>
          </li>
        ))}
      </ul>
      <Button onClick={() => setTimeout(() => remove('a'), 200)}>Remove a later</Button>
      <Dialog open={!isListed && asked !== undefined} title="Below" onClose={() => setAsked(undefined)}>
        <Button onClick={() => remove(asked ?? '')}>Confirm below</Button>
      </Dialog>
      <Button onClick={() => setListed(true)}>List</Button>
      <Dialog open={isListed} title="List" closeLabel="Close the list" onClose={() => setListed(false)}>
        <ul>
          {names.map((name) => (
            <li key={name}>
              Entry {name} <Button onClick={() => setAsked(name)}>Ask above about {name}</Button>
            </li>
          ))}
        </ul>
        <Dialog open={isListed && asked !== undefined} title="Above" onClose={() => setAsked(undefined)}>
          <Button onClick={() => remove(asked ?? '')}>Confirm above</Button>
        </Dialog>
      </Dialog>
      <Links />
    </>
  );
}
