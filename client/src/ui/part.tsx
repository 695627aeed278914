import { Component, type ReactNode, Suspense, use, useDeferredValue, useRef } from 'react';
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
  // When it is read again, the old value stays until the new one is there.
  const latest = useDeferredValue(of);
  const part = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const retry = () => {
    // The button that has the focus goes.
    part.current?.focus({ preventScroll: true });
    void revalidate();
  };
  const action = (
    <Button variant="quiet" onClick={retry}>
      {retryLabel}
    </Button>
  );
  return (
    <div ref={part} tabIndex={-1}>
      <PartBoundary of={latest} action={action}>
        <Suspense fallback={pending}>
          <Value of={latest}>{children}</Value>
        </Suspense>
      </PartBoundary>
    </div>
  );
}

const Value = <T,>({ of, children }: Pick<Props<T>, 'of' | 'children'>) => children(use(of));

interface BoundaryProps {
  readonly of: unknown;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** The problem of a failed call is shown; any other error goes on to the screen's boundary. */
class PartBoundary extends Component<BoundaryProps, { readonly of: unknown; readonly error?: unknown }> {
  override state = { of: this.props.of };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  static getDerivedStateFromProps = ({ of }: BoundaryProps, state: { readonly of: unknown }) =>
    of === state.of ? null : { of, error: undefined };

  override render() {
    const { error } = this.state as { readonly error?: { readonly problem?: { readonly detail: string } } };
    if (error === undefined) return this.props.children;
    if (!error.problem) throw error;
    return (
      <Notice kind="error" action={this.props.action}>
        {error.problem.detail}
      </Notice>
    );
  }
}
