import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { spread } from '@web/bff/bench/measure';
import type { Both } from './two-applications.ts';
import { versionAt, visitTwice, type Visit } from './visit.ts';

type Name = 'ours' | 'base';
export interface Visits {
  readonly cold: Record<Name, Visit[]>;
  readonly repeat: Record<Name, Visit[]>;
}

/** Visits both in turns, round by round, each round in the other order; the first round warms up. */
export async function visitInTurns(browser: Browser, both: Both, rounds: number): Promise<Visits> {
  const version = await versionAt(new URL(both.ours.address).origin);
  const visits: Visits = { cold: { ours: [], base: [] }, repeat: { ours: [], base: [] } };
  for (let round = 0; round <= rounds; round += 1) {
    const order: Name[] = round % 2 === 0 ? ['base', 'ours'] : ['ours', 'base'];
    for (const name of order) {
      const [cold, repeat] = await visitTwice(browser, both[name].address, { version, throttled: true });
      if (round === 0) continue;
      visits.cold[name].push(cold);
      visits.repeat[name].push(repeat);
    }
    await sleep(200);
  }
  return visits;
}

interface Figure {
  readonly name: string;
  readonly of: (visit: Visit) => number;
  readonly unit: string;
  /** The highest median of the ratios over the base: of a first visit, and of the next one. */
  readonly goal: { readonly cold?: number; readonly repeat?: number };
}

/** Two runs of the same application differ by this factor. */
const NOISE = 1.1;
const FIGURES: readonly Figure[] = [
  { name: 'FCP', of: ({ seen }) => seen.fcp, unit: ' ms', goal: { cold: 0.5, repeat: 1 } },
  { name: 'data shown', of: ({ seen }) => seen.data, unit: ' ms', goal: { cold: 0.55, repeat: 1 } },
  { name: 'interactive', of: ({ seen }) => seen.interactive, unit: ' ms', goal: { cold: 1, repeat: 1 } },
  { name: 'own screen', of: ({ seen }) => seen.screen, unit: ' ms', goal: {} },
  { name: 'LCP', of: ({ seen }) => seen.lcp, unit: ' ms', goal: {} },
  {
    name: 'over the wire',
    of: ({ sent }) => sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    unit: ' kB',
    goal: {},
  },
  { name: 'requests', of: ({ sent }) => sent.length, unit: '', goal: {} },
];

export function printTimings(visits: Visits, kind: 'cold' | 'repeat'): void {
  const { ours, base } = visits[kind];
  console.log(
    `\n${kind === 'cold' ? 'First visit' : 'The next visit of the same profile'}: minimum  median  maximum`,
  );
  for (const { name, of, unit, goal } of FIGURES) {
    const [a, b] = [ours.map(of), base.map(of)];
    const ratios = a.map((value, at) => value / (b[at] ?? Number.NaN));
    const most = goal[kind];
    const verdict = most === undefined ? '' : `  goal ≤ ${most}×: ${verdictOn(median(ratios), most)}`;
    console.log(`  ${name}`);
    console.log(`    ours   ${spread(a, unit, 0)}`);
    console.log(`    base   ${spread(b, unit, 0)}`);
    console.log(`    ratio  ${spread(ratios, '×')}${verdict}`);
  }
  console.log(`  layout shift, the most  ours ${worstShift(ours)}  base ${worstShift(base)}`);
}

/** What ran when in the visit of median interactivity: the evidence for a missed goal. */
export function printTrace(visits: readonly Visit[]): void {
  const sorted = visits.toSorted((a, b) => a.seen.interactive - b.seen.interactive);
  const { bodies = [], seen } = sorted[Math.floor(sorted.length / 2)] ?? {};
  for (const { path, from, to, bytes } of bodies) console.log(`  ${span(from, to)}  ${path}, ${bytes} bytes`);
  for (const [from, duration] of seen?.longTasks ?? [])
    console.log(`  ${span(from, from + duration)}  a long task`);
}

const span = (from: number, to: number): string =>
  `${from.toFixed(0).padStart(5)} – ${to.toFixed(0).padStart(5)} ms`;

const worstShift = (visits: readonly Visit[]): number => Math.max(...visits.map(({ seen }) => seen.shift));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function verdictOn(ratio: number, most: number): string {
  if (ratio <= most) return 'met';
  return ratio <= most * NOISE ? 'within the noise of it' : 'MISSED';
}
