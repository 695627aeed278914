import { expect, test } from 'vitest';
import { knownSession, updateSession } from './known-session.ts';

test('reads the user from `person`, as a BFF of the previous version sends it', () => {
  const session = { version: 'v1', subject: 'ann', role: 'reader', idleSeconds: 60, remainingSeconds: 60 };
  updateSession({ ...session, person: { name: 'Ann' } } as never);
  expect(knownSession()).toMatchObject({ subject: 'ann', user: { name: 'Ann' } });
});
