import { expect, test } from 'vitest';
import { createMutationStore } from './mutation-store.ts';

function writing(answer: { readonly ok: boolean }) {
  const sent = Promise.withResolvers<{ readonly ok: boolean }>();
  const fresh = Promise.withResolvers<void>();
  let held = 0;
  const hold = () => {
    held += 1;
    return () => void (held -= 1);
  };
  const write = createMutationStore(
    () => sent.promise,
    hold,
    () => fresh.promise,
  );
  return { write, answer: () => sent.resolve(answer), refreshed: fresh.resolve, held: () => held };
}

test('a write is pending until revalidation ends, but nothing is unsaved once the reply is there', async () => {
  const { write, answer, refreshed, held } = writing({ ok: true });
  const submitted = write.submit();
  expect([write.current().pending, held()]).toEqual([true, 1]);
  answer();
  expect(await submitted).toEqual({ ok: true });
  expect([write.current().pending, held()]).toEqual([true, 0]);
  expect(await write.submit()).toBeUndefined();
  refreshed();
  await expect.poll(() => write.current().pending).toBe(false);
  expect(write.current().reply).toEqual({ ok: true });
});

test('a failed write does not revalidate', async () => {
  const { write, answer, held } = writing({ ok: false });
  const submitted = write.submit();
  answer();
  await submitted;
  expect([write.current().pending, write.current().reply, held()]).toEqual([false, { ok: false }, 0]);
});
