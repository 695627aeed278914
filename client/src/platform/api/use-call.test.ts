import { expect, test } from 'vitest';
import { createMutationStore, type MutationState } from './use-call.ts';

function writing(respond: { readonly ok: boolean }) {
  const sent = Promise.withResolvers<{ readonly ok: boolean }>();
  const fresh = Promise.withResolvers<void>();
  let registered = 0;
  let state: MutationState<{ readonly ok: boolean }> = { pending: false };
  const { submit } = createMutationStore(
    () => sent.promise,
    () => {
      registered += 1;
      return () => void (registered -= 1);
    },
    () => fresh.promise,
    (next) => void (state = next),
  );
  return {
    submit,
    respond: () => sent.resolve(respond),
    refreshed: fresh.resolve,
    seen: () => ({ ...state, registered }),
  };
}

test('a write stays pending until revalidation ends, but counts as unsaved only until its response', async () => {
  const { submit, respond, refreshed, seen } = writing({ ok: true });
  const submitted = submit();
  expect(seen()).toEqual({ pending: true, registered: 1 });
  respond();
  expect(await submitted).toEqual({ ok: true });
  expect(seen()).toEqual({ pending: true, registered: 0 });
  expect(await submit()).toBeUndefined();
  refreshed();
  await expect.poll(seen).toEqual({ pending: false, reply: { ok: true }, registered: 0 });
});

test('a failed write does not revalidate', async () => {
  const { submit, respond, seen } = writing({ ok: false });
  respond();
  await submit();
  expect(seen()).toEqual({ pending: false, reply: { ok: false }, registered: 0 });
});
