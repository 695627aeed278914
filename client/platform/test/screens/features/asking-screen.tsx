import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { errors } from '@web/bff/contract/errors';
import { type formCalls, Titled } from '@web/bff/platform/test/calls/form-calls';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { useSearch } from '#platform/screens/use-search.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Link } from '#platform/ui/link.tsx';
import { asking } from './addresses.ts';

const Form = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  'POST /test/titles',
  Titled,
);

/** A dialog that the search parameter `edit` opens, with a dialog in it that `more` opens. */
export function Component() {
  const { more, ...outer } = useSearch(asking);
  const { edit, page } = outer;
  const [leaves, setLeaves] = useState(false);
  const navigate = useNavigate();
  const close = () => void navigate(leaves ? '/test/reading' : asking.to({ search: { page } }));
  return (
    <>
      <h1>Asking</h1>
      <Link to={asking.to({ search: { edit: 'one', page } })}>Edit</Link>
      <Dialog open={edit !== undefined} title="Editing" searchParam="edit" onClose={close}>
        <p>Page {page}</p>
        <Form>
          <Form.Field name="title" label="Title" />
          <Form.Submit>Save</Form.Submit>
        </Form>
        <Link to={asking.to({ search: { ...outer, page: page + 1 } })}>Next page</Link>
        <Link to={asking.to({ search: { ...outer, more: 'yes' } })}>More</Link>
        <Link to={asking.to({ search: { page } })}>Done</Link>
        <Button onClick={() => setLeaves(true)}>Leave on closing</Button>
        <Dialog
          open={more !== undefined}
          title="More"
          closeLabel="Less"
          searchParam="more"
          onClose={() => void navigate(asking.to({ search: outer }))}
        >
          <Form initial={{ title: '', copies: 2 }}>
            <Form.Field name="title" label="Subtitle" />
            <Form.Submit>Save more</Form.Submit>
          </Form>
        </Dialog>
      </Dialog>
    </>
  );
}
