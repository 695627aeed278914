import { useNavigate } from 'react-router-dom';
import { Button } from '#platform/ui/button.tsx';
import { NextNotice } from '#platform/ui/next-notice.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Links } from './links.tsx';
import { useTestPollUntil } from './test-platform.ts';

/** Polls until there are three changes. */
export function Component() {
  const navigate = useNavigate();
  const { state, data, problem } = useTestPollUntil(
    'GET /test/changes',
    {},
    { everyMs: 2_000, until: ({ changes }) => changes === 3 },
  );
  return (
    <>
      <NextNotice />
      <h1>Finishing</h1>
      <p data-testid="poll">
        {state}, {data?.changes ?? 'none'}
        {problem && ', with a problem'}
      </p>
      <Notice kind="success">{state === 'done' && 'All changes are made.'}</Notice>
      <Button onClick={() => void navigate('/test/finding', { state: { notice: 'It is gone.' } })}>Go</Button>
      <Links />
    </>
  );
}
