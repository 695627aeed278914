import { expect, test } from 'vitest';
import { createUnsaved } from './unsaved.ts';

const inPage = () => {
  const page = new EventTarget();
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { ...createUnsaved(page), asks };
};

test('the browser asks before it leaves the page as long as anything is registered', () => {
  const { register, isAny, asks } = inPage();
  const release = register('input');
  expect([isAny(), asks()]).toEqual([true, true]);
  release();
  release();
  expect([isAny(), asks()]).toEqual([false, false]);
});

test('what is abandoned does not make the browser ask', () => {
  const { register, abandon, asks } = inPage();
  register('write');
  abandon();
  expect(asks()).toBe(false);
});
