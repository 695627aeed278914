import { type ReactNode, Suspense, use, useDeferredValue, useMemo, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { messages } from '#messages/platform/components.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface Props<T> {
  /** What a loader returned without waiting for it. */
  readonly of: Promise<T>;
  /** Stands in its place until it is there, such as a `Skeleton`. */
  readonly pending: ReactNode;
  readonly retryLabel?: string;
  readonly children: (value: T) => ReactNode;
}

/** A part of a screen with data of its own: while it loads or when it fails, the rest of the screen is shown all the same. */
export function Part<T>({ of, pending, retryLabel = messages.retry, children }: Props<T>) {
  const outcome = useMemo(() => outcomeOf(of), [of]);
  // When it is read again, the old value stays until the new one is there.
  const latest = useDeferredValue(outcome);
  const part = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const retry = () => {
    // The button that has the focus goes.
    part.current?.focus({ preventScroll: true });
    void revalidate();
  };
  const show = ({ value, problem }: Outcome<T>) =>
    problem ? (
      <Notice
        kind="error"
        action={
          <Button variant="quiet" onClick={retry}>
            {retryLabel}
          </Button>
        }
      >
        {problem.detail}
      </Notice>
    ) : (
      children(value as T)
    );
  return (
    <div ref={part} tabIndex={-1}>
      <Suspense fallback={pending}>
        <Shown of={latest}>{show}</Shown>
      </Suspense>
    </div>
  );
}

const Shown = <T,>({ of, children }: Pick<Props<T>, 'of' | 'children'>) => children(use(of));

interface Outcome<T> {
  readonly value?: T;
  readonly problem?: { readonly detail: string };
}

/** A promise that `use` reads at once, if it is settled. */
type Tracked<T> = Promise<T> & { readonly status?: 'fulfilled'; readonly value?: T };

const fulfilled = <T,>(value: T): Tracked<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });

/** The problem of a failed call is shown; any other error goes on to the screen's boundary. */
const outcomeOf = <T,>(of: Tracked<T>): Promise<Outcome<T>> =>
  of.status === 'fulfilled'
    ? fulfilled({ value: of.value as T })
    : of.then(
        (value) => ({ value }),
        (error: Outcome<T>) => {
          if (!error.problem) throw error;
          return { problem: error.problem };
        },
      );
