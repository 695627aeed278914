import './notes.css';
import type { NoteSummary } from '@web/bff/contract/entities/note';
import { noteState } from '@web/bff/contract/states/note-state';
import { StarButton } from './star-button.tsx';
import { newNote, notes } from './shared/addresses.ts';
import { NoteTable } from './shared/note-table.tsx';
import { messages } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { useCall } from '#platform/api/use-call.ts';
import { useEvents } from '#platform/api/use-events.ts';
import { Checkbox, Field, Select } from '#platform/forms/elements/field.tsx';
import { FieldRow } from '#platform/forms/elements/field-row.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { useSearch } from '#platform/screens/use-search.ts';
import { useSort } from '#platform/screens/use-sort.ts';
import { useCan } from '#platform/session/session.ts';
import { Button } from '#platform/ui/button.tsx';
import { Link } from '#platform/ui/link.tsx';
import { NextNotice } from '#platform/ui/next-notice.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Pagination } from '#platform/ui/pagination.tsx';
import { SelectionBar, useSelection } from '#platform/ui/selection.tsx';
import type { Column } from '#platform/ui/table.tsx';
import { ExportButton } from '#features/exports/shared/export-button.tsx';

export const loader = notes.loader(({ read, search }) => read('GET /notes', { query: search }));

const star: Column<NoteSummary> = {
  heading: messages.list.important,
  cell: (row) => <StarButton {...row} />,
  actions: true,
};

export function Component({ data }: ScreenProps<typeof loader>) {
  const search = useSearch(notes);
  const sortBy = useSort(notes);
  const can = useCan();
  const selection = useSelection(data?.items ?? [], { keyOf: ({ id }) => id, nameOf: ({ title }) => title });
  const [archive, { pending, problem, reply }] = useCall('POST /notes/archiving');
  const { state } = useEvents('GET /notes/changes', { revalidate: ['GET /notes'] });
  const press = async () => {
    const reply = await archive({ body: { ids: [...selection.chosen] } });
    if (reply?.ok) selection.clear();
  };

  return (
    <Page
      heading={titles.notes}
      lead={titles.purpose}
      actions={
        <>
          <ExportButton />
          {can('note:write') && (
            <Link to={newNote.to()} variant="primary">
              {messages.list.create}
            </Link>
          )}
        </>
      }
    >
      <NextNotice />
      <SearchForm to={notes} instant>
        <FieldRow>
          <Field name="q" label={messages.list.search} />
          <Select name="state" label={messages.list.state}>
            <option value="">{messages.list.anyState}</option>
            {noteState.states.map((state) => (
              <option key={state} value={state}>
                {messages.states[state]}
              </option>
            ))}
          </Select>
        </FieldRow>
        {can('note:write') && <Checkbox name="mine" value="true" label={messages.list.mine} />}
        <input type="hidden" name="sort" value={search.sort} />
        <Button type="submit" variant="quiet">
          {messages.list.submit}
        </Button>
      </SearchForm>
      {can('note:publish') && (
        <SelectionBar selection={selection}>
          <Button size="small" pending={pending && messages.list.archiving} onClick={() => void press()}>
            {messages.list.archive}
          </Button>
        </SelectionBar>
      )}
      <Notice kind="success">
        {reply?.ok && messages.list.archived(reply.body.archived, reply.body.skipped.length)}
      </Notice>
      <Notice kind="error">{problem?.detail}</Notice>
      {data && (
        <>
          <NoteTable
            caption={messages.count(data.count)}
            items={data.items}
            sortBy={sortBy}
            extend={(columns) => (can('note:publish') ? [...selection.selectable(columns), star] : columns)}
          />
          <Pagination
            page={search.page}
            pages={data.pages}
            to={(page) => notes.to({ search: { ...search, page } })}
          />
        </>
      )}
      <p className="notes-live" role="status">
        {state === 'open' ? messages.list.live : messages.list.notLive}
      </p>
    </Page>
  );
}
