import { expect, test } from 'vitest';
import { screensPattern } from './document.ts';

test('the screen pattern of the client manifest matches only paths of screens', () => {
  const pattern = new RegExp(
    screensPattern([{ path: '/' }, { path: '/things' }, { path: '/things/:id/v1.0' }, { path: '/x/:id' }]),
  );
  for (const path of ['', 'things', 'things/7/v1.0', 'things/a%2Fb/v1.0', 'x/1'])
    expect(path).toMatch(pattern);
  for (const path of ['thing', 'things/7', 'things/7/v1x0', 'things//v1.0', 'Things', 'x/things/1'])
    expect(path).not.toMatch(pattern);
});
