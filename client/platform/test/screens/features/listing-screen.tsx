import { useState } from 'react';
import { Field } from '#platform/forms/elements/field.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import { Button } from '#platform/ui/button.tsx';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Pagination } from '#platform/ui/pagination.tsx';
import { AwaitSection } from '#platform/ui/await-section.tsx';
import { useRefreshOnReturn } from '#platform/api/use-refresh-on-return.ts';
import { useSearch } from '#platform/screens/use-search.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { listing } from './addresses.ts';
import { testRead } from './test-platform.ts';

export const loader = listing.loader(async ({ params, search, ...request }) => {
  const read = testRead(request as ScreenRequest);
  const part = read('GET /test/echo/:name', { params: { name: 'part' } });
  const other = read('GET /test/echo/:name', { params: { name: 'other' } });
  return { list: await read('GET /test/echo/:name', { params, query: { ...search } }), part, other };
});

export const title = (data: Awaited<ReturnType<typeof loader>>) => `Listing ${String(data?.list['name'])}`;

export function Component({ data }: ScreenProps<typeof loader>) {
  const { page } = useSearch(listing);
  const [isOther, setOther] = useState(false);
  useRefreshOnReturn(0);
  if (!data) return <h1>No list</h1>;
  const { list, part, other } = data;
  const name = String(list['name']);
  return (
    <>
      <BackLink to="/test/counting">All counts</BackLink>
      <h1>Listing</h1>
      <p>
        Page {page}, read {JSON.stringify(list['query'])}
      </p>
      <SearchForm to={listing} params={{ name }}>
        <Field name="tag" label="Tag" />
      </SearchForm>
      <Link to={listing.to({ params: { name }, search: { page: page + 1 } })}>Next page</Link>
      {list['pages'] !== undefined && (
        <Pagination
          page={page}
          pages={Number(list['pages'])}
          to={(page) => listing.to({ params: { name }, search: { page } })}
        />
      )}
      <Button onClick={() => setOther(true)}>Other part</Button>
      <AwaitSection promise={isOther ? other : part} fallback="The part loads">
        {(value) => <p>The part: {String(value['name'])}</p>}
      </AwaitSection>
      <Link to="/test/waiting">To waiting</Link>
      <a href="#end">To the end</a>
      <p style={{ blockSize: '200vh' }}>Long</p>
      <h2 id="end">End</h2>
      <p style={{ blockSize: '200vh' }}>Long</p>
      <Link to="/test/reading">To reading</Link>
    </>
  );
}
