import './overview.css';
import type { ReactNode } from 'react';
import { overview } from './shared/address.ts';
import { messages } from '#messages/overview.ts';
import { messages as ofNotes } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { note } from '#features/notes/shared/addresses.ts';
import { StateBadge } from '#features/notes/shared/state-badge.tsx';
import { intl } from '#platform/language/intl.ts';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { AwaitSection } from '#platform/ui/await-section.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';

/** Awaits nothing, so that each section appears, fails and is retried by itself. */
export const loader = overview.loader(async ({ read }) => ({
  counts: read('GET /overview/counts'),
  activity: read('GET /overview/activity'),
  latest: read('GET /notes', { query: { sort: '-changedAt', page: 1 } }),
  tip: read('GET /overview/tip'),
}));

interface SectionProps<T> {
  readonly heading: string;
  readonly promise: Promise<T>;
  readonly children: (value: T) => ReactNode;
}

const Section = <T,>({ heading, promise, children }: SectionProps<T>) => (
  <section className="overview-section">
    <h2>{heading}</h2>
    <AwaitSection promise={promise} fallback={<Skeleton count={3} label={messages.loading} />}>
      {children}
    </AwaitSection>
  </section>
);

export function Component({ data }: ScreenProps<typeof loader>) {
  const day = intl('DateTimeFormat', { weekday: 'long', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const number = intl('NumberFormat');
  return (
    <Page heading={titles.overview} lead={messages.lead}>
      <div className="overview">
        <Section heading={messages.counts} promise={data.counts}>
          {(counts) => (
            <dl className="overview-counts">
              {(['draft', 'published', 'archived'] as const).map((state) => (
                <div key={state}>
                  <dt>{ofNotes.states[state]}</dt>
                  <dd>{number.format(counts[state])}</dd>
                </div>
              ))}
            </dl>
          )}
        </Section>
        <Section heading={messages.tip} promise={data.tip}>
          {({ text }) => <p>{text}</p>}
        </Section>
        <Section heading={messages.activity} promise={data.activity}>
          {(days) => (
            <dl className="overview-days">
              {days.map((row) => (
                <div key={row.day}>
                  <dt>{day.format(new Date(row.day))}</dt>
                  <dd>{number.format(row.changes)}</dd>
                </div>
              ))}
            </dl>
          )}
        </Section>
        <Section heading={messages.latest} promise={data.latest}>
          {({ items }) => (
            <ul className="overview-latest">
              {items.slice(0, 7).map(({ id, title, state }) => (
                <li key={id}>
                  <Link to={note.to({ params: { noteId: id } })}>{title}</Link> <StateBadge state={state} />
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </Page>
  );
}
