import './gallery.css';
import * as Type from 'typebox';
import { useState } from 'react';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import type { errors } from '@web/bff/platform/contract/product/errors';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { ErrorSummary } from '#platform/forms/elements/error-summary.tsx';
import { Checkbox, Field, Select, TextArea } from '#platform/forms/elements/field.tsx';
import { RowErrors } from '#platform/forms/elements/failed-rows.tsx';
import { ImagePreview } from '#platform/forms/elements/image-preview.tsx';
import { FieldRow } from '#platform/forms/elements/field-row.tsx';
import { Fieldset } from '#platform/forms/elements/fieldset.tsx';
import { Form } from '#platform/forms/elements/form.tsx';
import { SearchForm } from '#platform/forms/elements/search-form.tsx';
import { screenAt } from '#platform/screens/screen-at.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Badge } from '#platform/ui/badge.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Pagination } from '#platform/ui/pagination.tsx';
import { SanitizedHtml } from '#platform/ui/sanitized-html.tsx';
import { SelectionBar, useSelection } from '#platform/ui/selection.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { type Column, Table } from '#platform/ui/table.tsx';
import { Tabs } from '#platform/ui/tabs.tsx';
import { UploadProgress } from '#platform/ui/upload-progress.tsx';

export const Component = () => (
  <Page
    heading="Gallery"
    lead="Every component in its states, in development only."
    actions={
      <Link to="/" variant="quiet">
        Home screen
      </Link>
    }
  >
    <div className="gallery">
      <h2>Buttons and links</h2>
      <Buttons />
      <p>
        In a sentence, a link leads to <Link to="/">the home screen</Link> or to{' '}
        <Link href="https://www.w3.org/TR/WCAG22/">another site</Link>.
      </p>
      <h2>Fields</h2>
      {fields}
      <h2>Forms</h2>
      <Form error="It was not saved: another user has changed it.">
        <ErrorSummary
          heading="There are 2 problems"
          entries={[
            { text: 'Ship: Fill this in.', field: { id: 'ship', goTo: () => {} } },
            { text: 'The hold is full.' },
          ]}
        />
        <Field id="ship" name="ship" label="Ship" error="Fill this in." />
        <Button type="submit" pending="Saving …">
          Save
        </Button>
      </Form>
      <JourneyForm />
      <h2>Filters and tables</h2>
      <Filters />
      <Planets />
      <Pagination page={5} pages={12} to={(page) => `/gallery?page=${page}`} />
      <Table caption="No planets" columns={columns} rows={[]} keyOf={keyOf} />
      <h2>Imports</h2>
      <RowErrors errors={rowErrors} columns={{ name: 'Name' }} to={() => '/'} />
      <h2>States and places</h2>
      <p className="actions">
        <Badge>Draft</Badge>
        <Badge kind="good">Up</Badge>
        <Badge kind="warning">Degraded</Badge>
        <Badge kind="bad">Down</Badge>
      </p>
      <BackLink to="/">All planets</BackLink>
      <Tabs
        label="Views of the planet"
        entries={[
          { to: '/gallery', label: 'Orbit' },
          { to: '/gallery?view=moons', label: 'Moons' },
        ]}
      />
      <h2>HTML of another server</h2>
      <SanitizedHtml html={planetHtml} />
      <h2>Notices</h2>
      <Notices />
      <h2>Dialogs</h2>
      <Dialogs />
      <h2>Progress</h2>
      <UploadProgress label="Upload in progress" share={0.4} />
      <UploadProgress label="Upload that is sent" share={1} />
      <Skeleton label="Loading" shape="title" />
      <Skeleton shape="text" count={4} />
      <Skeleton shape="block" />
    </div>
  </Page>
);

const planetHtml = `
  <p>A planet <b>orbits</b> a star, see the <a href="${BASE_PATH}/">home screen</a>.</p>
  <table>
    <caption>Largest moons</caption>
    <tr><th>Planet</th><th>Moon</th><th>Discovered</th><th>Discoverer</th><th>Diameter</th></tr>
    <tr><td>Saturn</td><td>Titan</td><td>1655</td><td>Christiaan Huygens</td><td>5,150 km</td></tr>
  </table>
  <pre><code>telescope --target saturn --moon titan --exposure 30 --filter infrared --output titan.fits</code></pre>
  <blockquote>It was a world with two suns.</blockquote>`;

function Buttons() {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <div className="actions">
        <Button onClick={() => setPresses(presses + 1)}>Press me</Button>
        <Button variant="quiet">Not now</Button>
        <Button variant="danger">Delete</Button>
        <Button disabled>Not available</Button>
        <Link to="/" variant="primary">
          Link as a button
        </Link>
      </div>
      <div className="actions">
        <Button size="small">Small</Button>
        <Button size="small" variant="quiet">
          Small and quiet
        </Button>
        <Button size="small" variant="danger">
          Small and dangerous
        </Button>
        <Link to="/" variant="quiet" size="small">
          Small link
        </Link>
      </div>
      <Button variant="quiet">A button whose text is so long that it takes a second line on a phone</Button>
      <p>
        Pressed <output data-testid="presses">{presses}</output> times.
      </p>
    </>
  );
}

const fields = (
  <div className="form">
    <Field name="title" label="Title" hint="With a hint" />
    <Field name="email" label="Email" type="email" error="Enter an email address." defaultValue="ada" />
    <Field name="disabled" label="Disabled" disabled defaultValue="10 224" />
    <TextArea name="text" label="Description" error="Fill this in." />
    <Select name="choice" label="Priority" error="Choose another." defaultValue="high">
      <option value="low">Low</option>
      <option value="high">High</option>
    </Select>
    <Field name="file" label="Invoice" hint="PDF, up to 5 MB" type="file" />
    <ImagePreview stored={`${BASE_PATH}/favicon.svg`} alt="The favicon">
      <Field name="picture" label="Picture" type="file" accept="image/*" multiple />
    </ImagePreview>
    <Fieldset legend="Opening hours">
      <FieldRow>
        <Field name="opens" label="Opens" type="datetime-local" defaultValue="2026-11-30T09:00" />
        <Field name="closes" label="Closes" type="datetime-local" defaultValue="2026-11-30T18:30" />
      </FieldRow>
    </Fieldset>
  </div>
);

const Journey = Type.Object({
  insured: Type.Boolean(),
  stops: Type.Array(Type.Object({ planet: Type.String({ minLength: 1 }), nights: Type.Integer() })),
});
const call = {
  id: '',
  summary: '',
  permission: '',
  body: Journey,
  responses: { 204: Journey },
  errors: [],
} as const;
type Calls = { readonly 'POST /journeys': typeof call };
/** Form for a call that no BFF has, because the gallery only shows the components. */
const J = (createForm as unknown as CreateForm<Calls, typeof errors>)('POST /journeys', call.body);

const JourneyForm = () => (
  <J initial={{ stops: [{ planet: 'Mars', nights: 3 }] }}>
    <J.Checkbox name="insured" label="With insurance" />
    <J.List name="stops" legend="Stops" item="Stop" add="Add a stop">
      {(Stop) => (
        <>
          <Stop.Field name="planet" label="Planet" />
          <Stop.Field name="nights" label="Nights" />
        </>
      )}
    </J.List>
    <J.Submit pending="Booking …">Book</J.Submit>
  </J>
);

const gallery = screenAt(
  '/gallery',
  Type.Object({
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
    kind: Type.Optional(Type.Enum(['rock', 'gas'])),
    rings: Type.Optional(Type.Boolean()),
  }),
);

const Filters = () => (
  <SearchForm to={gallery} instant>
    <Field name="name" label="Name" type="search" />
    <Select name="kind" label="Kind">
      <option value="">All</option>
      <option value="rock">Rock</option>
    </Select>
    <Checkbox name="rings" label="With rings" value="true" />
    <Button type="submit">Search</Button>
  </SearchForm>
);

type Planet = readonly [name: string, namedAfter: string, diameter: number];
const planets: readonly Planet[] = [
  ['Venus', 'The goddess of love', 12_103.6],
  [
    'Uranus',
    'The god of the sky, father of Saturn and grandfather of Jupiter, as the Greeks called him',
    50_724,
  ],
];
const rowErrors = [
  { pointer: '/csv/12/name', detail: 'This planet is taken.' },
  { pointer: '/csv/12/moons/0/orbitalPeriodInEarthDaysWithoutLeapSeconds', detail: 'Enter a number.' },
  { pointer: '/csv/4711/name', detail: 'Fill this in.' },
];
const keyOf = ([name]: Planet) => name;
const columns: readonly Column<Planet>[] = [
  {
    heading: 'Planet',
    cell: ([name]) => <Link to="/">{name}</Link>,
    sort: { to: '/gallery?sort=-name', order: 'ascending' },
  },
  { heading: 'Named after', cell: ([, namedAfter]) => namedAfter },
  {
    heading: 'Diameter, km',
    cell: ([, , diameter]) => diameter.toFixed(1),
    numeric: true,
    sort: { to: '/gallery?sort=diameter' },
  },
  {
    heading: 'Actions',
    cell: ([name]) => (
      <>
        <Button size="small" variant="quiet" aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="small" variant="danger" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </>
    ),
    actions: true,
  },
];
const Planets = () => {
  const selection = useSelection(planets, { keyOf, nameOf: keyOf });
  return (
    <div>
      <SelectionBar selection={selection}>
        <Button size="small" variant="danger">
          Delete them
        </Button>
      </SelectionBar>
      <Table caption="Some planets" columns={selection.selectable(columns)} rows={planets} keyOf={keyOf} />
    </div>
  );
};
const unsorted = columns.map(({ sort: _sort, ...column }) => column);

function Notices() {
  const [hasNews, setNews] = useState(false);
  return (
    <>
      <Notice kind="info">Prices include taxes.</Notice>
      <Notice kind="error" title="It was not saved" action={<Button variant="quiet">Try again</Button>}>
        The service does not respond. What you have entered is still here.
      </Notice>
      <Button variant="quiet" onClick={() => setNews(!hasNews)}>
        Have news
      </Button>
      <Notice kind="success">{hasNews && 'The news is here.'}</Notice>
    </>
  );
}

function Dialogs() {
  const [shown, setShown] = useState<'field' | 'form' | 'long' | 'wide'>();
  const [isInnerShown, showInner] = useState(false);
  const close = () => setShown(undefined);
  return (
    <div className="actions">
      <Button variant="quiet" onClick={() => setShown('field')}>
        Rename the planet …
      </Button>
      <Button variant="quiet" onClick={() => setShown('long')}>
        Read the terms …
      </Button>
      <Dialog open={shown === 'field'} title="Rename the planet" closeLabel="Cancel" keep onClose={close}>
        <Field name="planet" label="Name of the planet" defaultValue="Summer" />
      </Dialog>
      <Button variant="quiet" onClick={() => setShown('form')}>
        Book a journey …
      </Button>
      <Dialog open={shown === 'form'} title="Book a journey" closeLabel="Cancel" keep onClose={close}>
        <JourneyForm />
      </Dialog>
      <Dialog open={shown === 'long'} title="Terms" onClose={close}>
        {Array.from({ length: 40 }, (_, index) => (
          <p key={index}>Paragraph {index + 1}</p>
        ))}
      </Dialog>
      <Button variant="quiet" onClick={() => setShown('wide')}>
        Compare planets …
      </Button>
      <Dialog open={shown === 'wide'} title="Compare planets" size="wide" onClose={close}>
        <Table caption="Planets to compare" columns={unsorted} rows={planets} keyOf={keyOf} />
        <Button variant="quiet" onClick={() => showInner(true)}>
          Visit them …
        </Button>
        <Dialog
          open={isInnerShown}
          title="Visit the planets"
          closeLabel="Cancel"
          onClose={() => showInner(false)}
        >
          <JourneyForm />
        </Dialog>
      </Dialog>
    </div>
  );
}
