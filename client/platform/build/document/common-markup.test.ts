import { expect, test } from 'vitest';
import { commonMarkup } from './common-markup.ts';

test.each([
  ['<p>a</p>', '<p>a</p>', '<p>a</p>'],
  [
    '<dl><dt>DNSSEC</dt><dd>no</dd></dl>',
    '<dl><dt>DNSSEC</dt><dd>yes</dd></dl>',
    '<dl><dt>DNSSEC</dt><dd></dd></dl>',
  ],
  ['<p><b>new</b><i>a</i></p>', '<p><i>a</i></p>', '<p><i>a</i></p>'],
  [
    '<li class="open" data-x="1">a<br/></li>',
    '<li class="done" data-x="1">a<br/></li>',
    '<li data-x="1">a<br/></li>',
  ],
  ['<b>a</b><p>x</p>', '<i>a</i><p>x</p>', '<p>x</p>'],
  ['<p>a {{name}} b</p>', '<p>a {{name}} c</p>', '<p></p>'],
  ['<p title="a b">x</p>', '<p title="a b c">x</p>', '<p>x</p>'],
])('the common markup of %s and %s is %s', (one, other, shared) => {
  expect([commonMarkup(one, other), commonMarkup(other, one)]).toEqual([shared, shared]);
});
