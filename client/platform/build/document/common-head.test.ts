import { expect, test } from 'vitest';
import { groundColors } from './common-head.ts';

const first =
  ':where(:root) { --ground: light-dark(#f6f6f2, #121517); --surface: light-dark(#fff, #1a1e20); }';

test('the theme colors come from the last declaration of --ground, and an invalid --ground throws', () => {
  expect(groundColors(first)).toEqual({ light: '#f6f6f2', dark: '#121517' });
  expect(groundColors(`${first}\n:root { --ground:\n light-dark(#FFEEDD, #000000); }`)).toEqual({
    light: '#FFEEDD',
    dark: '#000000',
  });
  expect(groundColors(`${first} /* :root { --ground: red; } */`).light).toBe('#f6f6f2');
  expect(groundColors(':root { --ground: light-dark(#ffeedd, #000000) }').dark).toBe('#000000');
  expect(() => groundColors(`${first} :root { --ground: red; }`)).toThrow('--ground is "red"');
});
