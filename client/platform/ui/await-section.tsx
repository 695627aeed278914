import { type ReactNode, Suspense, use, useDeferredValue, useMemo, useState } from 'react';
import { useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { components as messages } from '#platform/messages/first-load.ts';
import { Button } from './button.tsx';
import { isTemporary } from './is-temporary.ts';
import { Notice } from './notice.tsx';

interface Props<T> {
  /** Promise returned within a loader's data. */
  readonly promise: Promise<T>;
  /** Shown while the first promise is pending. A refetch keeps the content. */
  readonly fallback: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** A part of a screen that loads, fails and retries independently of the rest. */
export function AwaitSection<T>({ promise, fallback, children }: Props<T>) {
  const outcome = useMemo(() => outcomeOf(promise), [promise]);
  // Shows the old value until a refetch has resolved.
  const latest = useDeferredValue(outcome);
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const show = ({ value, problem }: Outcome<T>, before: T | undefined) => (
    <>
      {problem ? before !== undefined && children(before) : children(value as T)}
      {problem && (
        <Notice
          kind={before === undefined ? 'error' : 'info'}
          action={
            <Button variant="quiet" onClick={() => void revalidate()}>
              {messages.retry}
            </Button>
          }
        >
          {problem.detail} {before !== undefined && messages.stale}
        </Notice>
      )}
    </>
  );
  return (
    <div>
      <Suspense fallback={fallback}>
        <Shown promise={latest} address={pathname + search}>
          {show}
        </Shown>
      </Suspense>
    </div>
  );
}

interface ShownProps<T> {
  readonly promise: Promise<Outcome<T>>;
  readonly address: string;
  readonly children: (outcome: Outcome<T>, before: T | undefined) => ReactNode;
}

/** Renders the value. Keeps the previous value if a refetch of the same address fails temporarily. */
function Shown<T>({ promise, address, children }: ShownProps<T>) {
  const outcome = use(promise);
  // With a new outcome, `data` is new after a refetch, and unchanged if the screen has chosen another promise of the same `data`.
  const data: unknown = useLoaderData();
  const [last, setLast] = useState({ address, data, outcome, value: outcome.value });
  let { value } = last;
  if (last.outcome !== outcome) {
    const isRefetch = last.address === address && last.data !== data;
    const { problem } = outcome;
    value = problem ? (isRefetch && isTemporary(problem) ? last.value : undefined) : outcome.value;
    setLast({ address, data, outcome, value });
  }
  return children(outcome, value);
}

interface Outcome<T> {
  readonly value?: T;
  readonly problem?: { readonly detail: string; readonly status: number };
}

/** Promise that `use` reads synchronously once it is fulfilled. */
type Tracked<T> = Promise<T> & { readonly status?: 'fulfilled'; readonly value?: T };

const fulfilled = <T,>(value: T): Tracked<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });

/** Turns a failed call into a value. Other errors reach the screen's error boundary. */
const outcomeOf = <T,>(promise: Tracked<T>): Promise<Outcome<T>> =>
  promise.status === 'fulfilled'
    ? fulfilled({ value: promise.value as T })
    : promise.then(
        (value) => ({ value }),
        (error: Outcome<T>) => {
          if (!error.problem) throw error;
          return { problem: error.problem };
        },
      );
