import { defineStates } from '@web/bff/platform/contract/define-states';
import { ConfirmButton } from '#platform/forms/confirm-button.tsx';
import { TransitionButton } from '#platform/forms/transition-button.tsx';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';
import { testRead } from './test-platform.ts';

const states = defineStates({
  draft: { publish: 'published' },
  published: { withdraw: 'draft', lock: 'published' },
});
/** Calls beneath `/test` are not in the contract. */
const call = (path: string) => `POST /test/${path}` as 'GET /status';

export const loader = (request: ScreenRequest) => testRead(request)('GET /test/changes');

export function Component({ data: { changes } }: ScreenProps<typeof loader>) {
  const state = Number(changes) > 0 ? 'published' : 'draft';
  const transition = { states, state, call: call('changes'), request: {}, pending: 'Working …' } as const;
  const confirmed = { call: call('body'), request: { body: {} } as never, closeLabel: 'Cancel' } as const;
  return (
    <Page
      heading="Deciding"
      lead={state}
      actions={
        <>
          <TransitionButton {...transition} event="publish" permission="status:read" done="It is published.">
            Publish
          </TransitionButton>
          <TransitionButton
            {...transition}
            event="withdraw"
            permission={'member:read' as 'status:read'}
            done="It is withdrawn."
          >
            Withdraw
          </TransitionButton>
          <TransitionButton {...transition} event="lock" permission="status:read" done="It is locked.">
            Lock
          </TransitionButton>
          <ConfirmButton {...confirmed} question="Send it?" pending="Sending …">
            Send
          </ConfirmButton>
          <ConfirmButton
            {...confirmed}
            question="Delete it?"
            pending="Deleting …"
            danger
            to="/test/finding"
            notice="It is deleted."
          >
            Delete
          </ConfirmButton>
        </>
      }
    >
      <Link to="/test/reading">To reading</Link>
    </Page>
  );
}
