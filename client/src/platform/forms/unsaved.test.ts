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
