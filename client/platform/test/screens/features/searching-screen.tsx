import type { ErrorViewProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { useSearch } from '#platform/screens/use-search.ts';
import { Field } from '#platform/forms/elements/field.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import { searching } from './addresses.ts';
import { testRead } from './test-platform.ts';

export const loader = searching.loader(({ search, ...request }) =>
  testRead(request as ScreenRequest)('GET /test/echo/:name', { params: { name: 'x' }, query: { ...search } }),
);

export const Component = () => <ErrorView />;

export const ErrorView = ({ problem }: Partial<ErrorViewProps>) => (
  <>
    <h1>Searching</h1>
    <SearchForm to={searching.to()} problem={problem}>
      <Field name="q" label="Query" defaultValue={useSearch(searching).q} />
    </SearchForm>
  </>
);
