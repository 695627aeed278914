import { expect, test } from 'vitest';
import { flagsOf, screensPattern } from './document.ts';

test('the screen pattern of the client manifest matches every screen’s path, and no other', () => {
  const pattern = new RegExp(
    screensPattern([{ path: '/' }, { path: '/things' }, { path: '/things/:id/v1.0' }, { path: '/x/:id' }]),
  );
  for (const path of ['', 'things', 'things/7/v1.0', 'things/a%2Fb/v1.0', 'x/1'])
    expect(path).toMatch(pattern);
  for (const path of ['thing', 'things/7', 'things/7/v1x0', 'things//v1.0', 'Things', 'x/things/1'])
    expect(path).not.toMatch(pattern);
});

const row = { path: '/', title: '', files: [] };

test.each([
  [{}, '', []],
  [{ calls: ['GET /things'] }, '<template data-path="/"><p></p></template>', []],
  [{ calls: ['GET /things?limit=20'] }, '', ['__QUERY__']],
  [{ calls: [{ call: 'GET /things', where: { tab: 'x' } }] }, '', ['__WHERE__']],
  [
    { callsWithSession: ['GET /things?page=:page'], search: { properties: {} } },
    '<template data-each="items"><a href="{{url}}"></a></template>',
    ['__QUERY__', '__SEARCH__', '__SESSION__', '__MARKS__'],
  ],
])('the script of the document for %j has what it needs', (change, templates, flags) => {
  const found = Object.entries(flagsOf([{ ...row, ...change }], templates));
  expect(found.filter(([, isNeeded]) => isNeeded).map(([name]) => name)).toEqual(flags);
});
