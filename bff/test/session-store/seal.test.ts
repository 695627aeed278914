import { expect, test } from 'vitest';
import { createSeal } from '#platform/session/store/seal.ts';

const [old, current] = ['old-secret'.repeat(4), 'current-secret'.repeat(4)];

function sealWith(...secrets: string[]) {
  const counts = { unreadable: 0 };
  return { ...createSeal(secrets, () => (counts.unreadable += 1)), counts };
}

test('a record opens at its own key only, and not when a bit is changed', () => {
  const { seal, open, counts } = sealWith(current);
  const sealed = seal('{"subject":"Ada"}', 'key');
  expect(open(sealed, 'key')).toBe('{"subject":"Ada"}');
  expect(sealed).not.toContain('Ada');
  expect(seal('{"subject":"Ada"}', 'key')).not.toBe(sealed);
  const changed = Buffer.from(sealed, 'base64');
  changed[20] = (changed[20] ?? 0) ^ 1;
  const others = [changed.toString('base64'), '', 'short', sealed.slice(0, 40)];
  expect(others.map((text) => open(text, 'key'))).toEqual(others.map(() => undefined));
  expect(open(sealed, 'another')).toBeUndefined();
  expect(counts.unreadable).toBe(1);
});

test('the first secret encrypts, all decrypt; without its secret a record is unreadable', () => {
  const before = sealWith(old).seal('text', 'key');
  const rotated = sealWith(current, old);
  expect(rotated.open(before, 'key')).toBe('text');
  const after = rotated.seal('text', 'key');
  expect([sealWith(current).open(after, 'key'), sealWith(old).open(after, 'key')]).toEqual([
    'text',
    undefined,
  ]);
  expect(sealWith(current).open(before, 'key')).toBeUndefined();
});
