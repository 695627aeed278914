import './notes.css';
import { useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { NoteSummary } from '@web/bff/contract/entities/note';
import { noteState } from '@web/bff/contract/states/note-state';
import { ArchiveSelected } from './archive-selected.tsx';
import { newNote, notes } from './shared/addresses.ts';
import { NoteTable } from './shared/note-table.tsx';
import { messages } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { useEvents } from '#platform/api/use-events.ts';
import { Checkbox, Field, Select } from '#platform/forms/elements/field.tsx';
import { FieldRow } from '#platform/forms/elements/field-row.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { useSearch } from '#platform/screens/use-search.ts';
import { useCan } from '#platform/session/session.ts';
import { Button } from '#platform/ui/button.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Pagination } from '#platform/ui/pagination.tsx';
import { ExportButton } from '#features/exports/shared/export-button.tsx';

export const loader = notes.loader(({ read, search }) => read('GET /notes', { query: search }));

export function Component({ data }: ScreenProps<typeof loader>) {
  const search = useSearch(notes);
  const can = useCan();
  const [selected, setSelected] = useState<readonly NoteSummary[]>([]);
  const { state } = useEvents('GET /notes/changes', { revalidate: ['GET /notes'] });
  // Rendered after the first render, because screen readers announce only changes of a notice.
  const { message } = (useLocation().state ?? {}) as { readonly message?: string };
  const shown = useDeferredValue(message, '');

  const sortOf = (key: 'title' | 'changedAt') => {
    const isDescending = search.sort === `-${key}`;
    const order = isDescending ? 'descending' : search.sort === key ? 'ascending' : undefined;
    const sort = order === 'ascending' ? (`-${key}` as const) : key;
    return { to: notes.to({ search: { ...search, page: 1, sort } }), order } as const;
  };
  const isSelected = (row: NoteSummary) => selected.some(({ id }) => id === row.id);
  const select = (row: NoteSummary) =>
    setSelected(isSelected(row) ? selected.filter(({ id }) => id !== row.id) : [...selected, row]);
  const selection = {
    heading: messages.list.select,
    actions: true,
    cell: (row: NoteSummary) =>
      noteState.allowed(row.state).includes('archive') && (
        <input
          type="checkbox"
          className="notes-selection"
          aria-label={messages.list.selectOne(row.title)}
          checked={isSelected(row)}
          onChange={() => select(row)}
        />
      ),
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
      <Notice kind="success">{shown}</Notice>
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
      <ArchiveSelected selected={selected} onDone={() => setSelected([])} />
      {data && (
        <>
          <NoteTable
            caption={messages.count(data.count)}
            items={data.items}
            sortOf={sortOf}
            more={can('note:publish') ? [selection] : []}
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
