import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

const tokens = [
  ...read('tokens.css').matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g),
].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }));
const light = Object.fromEntries(tokens.map((token) => [token.name, token.light]));
const dark = Object.fromEntries(tokens.map((token) => [token.name, token.dark]));
const schemes = { light, dark };

/** What stands on what, as text. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: ['ground', 'surface', 'accent-ground', 'good-ground', 'bad-ground'],
  muted: ['ground', 'surface'],
  accent: ['ground', 'surface', 'accent-ground'],
  good: ['ground', 'surface', 'good-ground'],
  bad: ['ground', 'surface', 'bad-ground'],
  'on-accent': ['accent', 'accent-strong'],
  'on-bad': ['bad', 'bad-strong'],
};

/** What tells a control, its focus or its state from what it stands on. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'line-strong': ['ground', 'surface'],
  accent: ['ground', 'surface', 'accent-ground', 'bad-ground', 'good-ground'],
  good: ['ground', 'good-ground'],
  bad: ['ground', 'surface', 'bad-ground'],
};

const pairsOf = (table: typeof texts) =>
  Object.keys(schemes).flatMap((scheme) =>
    Object.entries(table).flatMap(([mark, grounds]) =>
      grounds.map((ground) => [scheme as keyof typeof schemes, mark, ground] as const),
    ),
  );

const contrastOf = (scheme: keyof typeof schemes, one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [one, other]
    .map((name) => luminanceOf(schemes[scheme][name] ?? `no token ${name}`))
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Relative luminance, as WCAG 2.2 defines it. */
function luminanceOf(colour: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('black on white contrasts 21 to 1', () => {
  expect((luminanceOf('#ffffff') + 0.05) / (luminanceOf('#000000') + 0.05)).toBeCloseTo(21);
});

test.each(pairsOf(texts))('%s: text in %s on %s contrasts 4.5 to 1', (scheme, mark, ground) => {
  expect(contrastOf(scheme, mark, ground)).toBeGreaterThanOrEqual(4.5);
});

test.each(pairsOf(lines))('%s: a line in %s on %s contrasts 3 to 1', (scheme, mark, ground) => {
  expect(contrastOf(scheme, mark, ground)).toBeGreaterThanOrEqual(3);
});

test('every colour but that of decorative lines is in a tested pair', () => {
  expect(tokens.length).toBeGreaterThan(15);
  const held = new Set([...Object.keys(texts), ...Object.keys(lines), ...Object.values(texts).flat()]);
  expect(Object.keys(light).filter((name) => !held.has(name))).toEqual(['line']);
});

test('theme-color is the colour of the ground', () => {
  const html = read('../../../index.html');
  const barIn = (scheme: string) =>
    html.match(
      new RegExp(`theme-color" media="\\(prefers-color-scheme: ${scheme}\\)" content="(#.{6})"`),
    )?.[1];
  expect([barIn('light'), barIn('dark')]).toEqual([light['ground'], dark['ground']]);
});
