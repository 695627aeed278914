import { useDeferredValue } from 'react';
import { components as messages } from '#platform/messages/first-load.ts';
import type { AnyProblem } from '#platform/api/call-error.ts';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { useRetry } from './use-retry.ts';

/** Creates a notice that a screen's data could not be refetched. Has a retry button, and retries automatically after a transient failure. */
export const staleNotice = (problem: AnyProblem) => <StaleNotice problem={problem} />;

function StaleNotice({ problem }: { readonly problem: AnyProblem }) {
  const { retry } = useRetry(problem.status);
  // Adds the text after the first render, because screen readers announce only changes.
  const isMounted = useDeferredValue(true, false);
  const action = (
    <Button variant="quiet" onClick={retry}>
      {messages.retry}
    </Button>
  );
  return (
    <Notice kind="info" action={action}>
      {isMounted && `${problem.detail} ${messages.stale}`}
    </Notice>
  );
}
