import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { useSearch } from '#platform/screens/use-search.ts';
import { Checkbox, Field, Select } from '#platform/forms/elements/field.tsx';
import { FieldRow } from '#platform/forms/elements/field-row.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Table } from '#platform/ui/table.tsx';
import { searching } from './addresses.ts';
import { testRead } from './test-platform.ts';

export const loader = searching.loader(({ search, ...request }) =>
  testRead(request as ScreenRequest)('GET /test/echo/:name', { params: { name: 'x' }, query: { ...search } }),
);

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <>
    <h1>Searching</h1>
    <SearchForm to={searching}>
      <Field name="q" label="Query" />
      <Select name="state" label="State">
        <option value="">All</option>
        <option value="draft">Draft</option>
        <option value="published">Published</option>
      </Select>
      <FieldRow>
        <Field name="price" label="Price" type="number" />
        <Field name="from" label="From" type="date" />
      </FieldRow>
      <Field name="mail" label="Mail" />
      <Checkbox name="tag" label="New" value="new" />
      <Field name="size" label="Size" />
      <input type="hidden" name="sort" value={useSearch(searching).sort} />
      <Button type="submit">Search</Button>
      {data && (
        <Table
          caption="Parameters"
          columns={[
            { heading: 'Name', cell: ([name]) => name },
            { heading: 'Value', cell: ([, value]) => String(value) },
          ]}
          rows={Object.entries(data['query'] as object)}
          keyOf={([name]) => name}
        />
      )}
    </SearchForm>
    {data && <p>read {JSON.stringify(data['query'])}</p>}
    <Link to={searching.to({ search: { state: 'published' } })}>Published only</Link>
  </>
);
