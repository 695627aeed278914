import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

const html = `<html><head><style>p { color: red }</style></head><body>
<script type="application/json" id="screens">[["/","Home"],["/things","Things"],["/things/:thingId/v1.0","Thing"]]</script>
<script>begin()</script><script type="module" src="/web/assets/index.js"></script></body></html>`;

test('the doors know every screen, and no other address', () => {
  const known = new RegExp(readDocument(html).screens);
  for (const path of ['', 'things', 'things/7/v1.0', 'things/a%2Fb/v1.0']) expect(path).toMatch(known);
  for (const path of ['thing', 'things/7', 'things/7/v1x0', 'things//v1.0', 'Things', 'x/things'])
    expect(path).not.toMatch(known);
});

test('what stands in the document is named by its hash; data and files are not', () => {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  expect(readDocument(html).inline).toEqual({
    script: [hash('begin()')],
    style: [hash('p { color: red }')],
  });
});
