import { expect, test } from 'vitest';
import { createUnsaved } from './unsaved.ts';

test('the browser asks before it leaves the page as long as anything is registered', () => {
  const page = new EventTarget();
  const unsaved = createUnsaved(page);
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const release = unsaved.register('input');
  expect([unsaved.isAny(), asks()]).toEqual([true, true]);
  release();
  release();
  expect([unsaved.isAny(), asks()]).toEqual([false, false]);
});

test('what is abandoned does not make the browser ask', () => {
  const page = new EventTarget();
  const unsaved = createUnsaved(page);
  unsaved.register('input');
  unsaved.register('write');
  unsaved.abandon();
  expect(page.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});
