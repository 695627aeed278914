import { expect, onTestFinished, test, vi } from 'vitest';
import type { SessionState } from '@web/bff/platform/contract/session/session-state';

const SESSION_MS = 3_600_000;
const typed = { step: 0, fields: [{ name: 'title', value: 'typed by Ada', stored: 'x' }] };
const ada: SessionState = {
  subject: 'ada',
  role: 'anonymous',
  version: '1',
  idleSeconds: 60,
  remainingSeconds: 60,
  user: {},
};

/** Opens a tab. `load` loads the page again: only the tab's storage is kept. */
function openTab() {
  const stored = new Map<string, string>();
  vi.useFakeTimers();
  vi.stubEnv('SESSION_MS', String(SESSION_MS));
  vi.stubGlobal('location', new URL('https://app.example/web/notes'));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  const load = async (session: SessionState | null) => {
    vi.resetModules();
    const { updateSession } = await import('./known-session.ts');
    updateSession(session);
    return import('./stored-input.ts');
  };
  return { load, stored: () => [...stored.values()].join('') };
}

test('storing the input of an anonymous user deletes the input of the previous user', async () => {
  const { load, stored } = openTab();
  (await load(ada)).storeInput('other', typed);
  const anonymous = await load(null);
  anonymous.storeInput('form', {
    step: 0,
    fields: [{ name: 'title', value: 'typed by another', stored: 'x' }],
  });
  expect(anonymous.storeInput('other')).toBeUndefined();
  expect(stored()).not.toContain('Ada');
});

test.each([
  ['of a user expires with their session', ada, 60_000],
  ['of an anonymous user expires after the duration of a session', null, SESSION_MS],
])('stored input %s', async (_, session, lifetimeMs) => {
  const { load, stored } = openTab();
  const { storeInput, storedInput } = await load(session);
  storeInput('form', typed);
  vi.advanceTimersByTime(lifetimeMs - 1);
  expect(storedInput()?.subject).toBe(session?.subject ?? '');
  vi.advanceTimersByTime(1);
  expect(storedInput()).toBeUndefined();
  expect(stored()).toBe('');
});
