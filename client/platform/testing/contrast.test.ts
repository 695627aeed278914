import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const OWN = 'src/app/tokens.css';

const colorsOf = (file: string) =>
  new Map(
    Array.from(
      read(file).matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g),
      ([, name = '', light = '', dark = '']) => [name, [light, dark]] as const,
    ),
  );

const [defaults, own] = [colorsOf('platform/ui/styles/default-tokens.css'), colorsOf(OWN)];
const colors = new Map([...defaults, ...own]);

/** Text colors, each with the backgrounds that it is used on. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: ['ground', 'surface', 'accent-ground', 'good-ground', 'bad-ground', 'warning-ground'],
  muted: ['ground', 'surface'],
  accent: ['ground', 'surface', 'accent-ground'],
  good: ['ground', 'surface', 'good-ground'],
  bad: ['ground', 'surface', 'bad-ground'],
  warning: ['ground', 'surface', 'warning-ground'],
  'on-accent': ['accent', 'accent-strong'],
  'on-bad': ['bad', 'bad-strong'],
};

/** Colors of borders, outlines and icons, each with the backgrounds that it is used on. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'line-strong': ['ground', 'surface'],
  accent: ['ground', 'surface', 'accent-ground', 'bad-ground', 'good-ground'],
  good: ['ground', 'good-ground'],
  bad: ['ground', 'surface', 'bad-ground'],
  warning: ['ground', 'surface', 'warning-ground'],
};

const pairsOf = (table: typeof texts) =>
  Object.entries(table).flatMap(([mark, grounds]) => grounds.map((ground) => [mark, ground] as const));

const contrastsOf = (...names: readonly [string, string]): number[] =>
  [0, 1].map((scheme) => {
    const luminances = names.map((name) => luminanceOf(colors.get(name)?.[scheme] ?? `no token ${name}`));
    return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
  });

/** Relative luminance (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(pairsOf(texts))('text in %s on %s has a contrast of at least 4.5:1', (mark, ground) => {
  expect(Math.min(...contrastsOf(mark, ground))).toBeGreaterThanOrEqual(4.5);
});

test.each(pairsOf(lines))('a border or icon in %s on %s has a contrast of at least 3:1', (mark, ground) => {
  expect(Math.min(...contrastsOf(mark, ground))).toBeGreaterThanOrEqual(3);
});

test('every default color except decorative lines is part of a tested pair', () => {
  const tested = new Set([...pairsOf(texts), ...pairsOf(lines)].flat());
  expect([...defaults.keys()].filter((name) => !tested.has(name))).toEqual(['line']);
});

test('tokens.css writes its colors as light-dark(#rrggbb, #rrggbb)', () => {
  const overridden = Array.from(read(OWN).matchAll(/--([a-z-]+):/g), ([, name = '']) => name);
  expect(overridden.filter((name) => defaults.has(name) && !own.has(name))).toEqual([]);
});
