import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

test('default-tokens.css defines every token of the platform’s styles, and base.css imports the file', () => {
  const defined = new Set(read('default-tokens.css').match(/--[\w-]+(?=:)/g));
  const styles = [
    'base.css',
    'print.css',
    ...['button', 'dialog', 'notice', 'page', 'table'].map((name) => `../${name}.css`),
  ];
  const used = styles.flatMap((file) => {
    const text = read(file);
    const local = new Set(text.match(/--[\w-]+(?=:)/g));
    return (text.match(/(?<=var\()--[\w-]+/g) ?? []).filter((name) => !local.has(name));
  });
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
  expect(read('base.css')).toContain(`@import './default-tokens.css';`);
});
