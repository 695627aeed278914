import './services-screen.css';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { Field } from '#platform/forms/elements/field.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Pagination } from '#platform/ui/pagination.tsx';
import { services } from './addresses.ts';
import { readServices, useServiceEvents } from './console-calls.ts';
import { ServiceTable } from './service-table.tsx';

export const loader = readServices;

export function Component({ data }: ScreenProps<typeof loader>) {
  const state = useServiceEvents();
  return (
    <Page heading="Services" lead={state}>
      <div className="services">
        <SearchForm to={services}>
          <Field name="q" label="Name" />
          <Button type="submit">Search</Button>
        </SearchForm>
        <ServiceTable {...data} />
        <Pagination page={1} pages={3} to={(page) => `/?page=${page}`} />
      </div>
    </Page>
  );
}
