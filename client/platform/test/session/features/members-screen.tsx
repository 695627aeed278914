import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { useSession } from '#platform/session/session.ts';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';
import { testRead, useTestCall } from '#platform/test/screens/features/test-platform.ts';

export const loader = (request: ScreenRequest) => testRead(request)('GET /members');

export function Component({ data }: ScreenProps<typeof loader>) {
  const { revalidate } = useRevalidator();
  const reread = useCallback(() => void revalidate(), [revalidate]);
  const [remark, setRemark] = useState('');
  const [ownSignOut] = useTestCall('DELETE /sign-in', { revalidate: 'nothing' });
  const leave = async () => (await import('#platform/session/sign-out.ts')).signOut({ to: remark });
  return (
    <Page heading="Members">
      <p>Seen by {nameOf(useSession()?.user)}</p>
      <p id="names">{(data['names'] as readonly string[]).join(', ')}</p>
      <input aria-label="Remark" onChange={({ target }) => setRemark(target.value)} />
      <button type="button" onClick={reread}>
        Read again
      </button>
      <button type="button" onClick={() => void ownSignOut()}>
        Own sign-out
      </button>
      <button type="button" onClick={() => void leave()}>
        Leave for there
      </button>
      <Link to="/writing">To writing</Link>
    </Page>
  );
}

const nameOf = (user: object = {}) => ('name' in user ? String(user.name) : '');
