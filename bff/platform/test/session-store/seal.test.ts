import { expect, test } from 'vitest';
import { createSeal } from '#platform/session/store/seal.ts';

test('a sealed record is decrypted only if the record is unchanged and stored under its own key', () => {
  let unreadable = 0;
  const { seal, open } = createSeal(['a-secret'.repeat(5)], () => (unreadable += 1));
  const sealed = seal('{"subject":"Ada"}', 'key');
  expect(open(sealed, 'key')).toBe('{"subject":"Ada"}');
  expect(sealed).not.toContain('Ada');
  expect(seal('{"subject":"Ada"}', 'key')).not.toBe(sealed);
  const changed = Buffer.from(sealed, 'base64');
  changed[20] = (changed[20] ?? 0) ^ 1;
  const others = [changed.toString('base64'), '', 'short', sealed.slice(0, 40)];
  expect(others.map((text) => open(text, 'key'))).toEqual(others.map(() => undefined));
  expect(open(sealed, 'another')).toBeUndefined();
  expect(unreadable).toBe(others.length + 1);
});
