import type { Browser } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { spread } from '@web/bff/bench/measure';
import { openProductApplications, type ProductApplication } from './applications.ts';
import { overHttp2 } from './over-http2.ts';
import { type ProductVisit, visitProduct } from './visits.ts';

const SCREENS = { list: '/web/', detail: '/web/articles/article-7' };
const REQUESTS = 7;

interface Goal {
  readonly figure: 'paint' | 'data';
  readonly name: string;
  /** The highest ratio of the medians over the plain application. */
  readonly most: number;
}

const GOALS: Readonly<Record<string, readonly Goal[]>> = {
  ours: [
    { figure: 'paint', name: 'first paint', most: 0.5 },
    { figure: 'data', name: 'data shown', most: 1 },
  ],
  'ours, with placeholders': [
    { figure: 'paint', name: 'first paint', most: 0.5 },
    { figure: 'data', name: 'data shown', most: 0.65 },
  ],
};

/** Visits the product's two screens in every application in turns, each round in another order, and prints medians and ratios. */
export async function compareProducts(browser: Browser, rounds: number): Promise<void> {
  const { ours, withPlaceholders, plain, next, stop } = await openProductApplications({ withNext: true });
  const all = [ours, withPlaceholders, plain, ...next];
  try {
    await compare(browser, all, rounds);
    const secured = await Promise.all(all.map(({ origin }) => overHttp2(origin)));
    console.log('\nOver TLS and HTTP/2');
    await compare(
      browser,
      all.map(({ name }, at) => ({ name, origin: secured[at]?.origin ?? '' })),
      rounds,
    );
    for (const server of secured) await server.stop();
  } finally {
    await stop();
  }
}

async function compare(browser: Browser, all: readonly ProductApplication[], rounds: number): Promise<void> {
  for (const [screen, path] of Object.entries(SCREENS)) {
    const visits = new Map<string, ProductVisit[]>(all.map(({ name }) => [name, []]));
    for (let round = 0; round <= rounds; round += 1) {
      const order = all.map((_, at) => all[(at + round) % all.length]);
      for (const application of order) {
        if (!application) continue;
        const visit = await visitProduct(browser, application.origin + path);
        // The first round warms up.
        if (round > 0) visits.get(application.name)?.push(visit);
        await sleep(200);
      }
    }
    print(screen, visits);
  }
}

function print(screen: string, visits: ReadonlyMap<string, readonly ProductVisit[]>): void {
  console.log(`\nA product's ${screen}, first visit: minimum  median  maximum`);
  const base = visits.get('plain') ?? [];
  for (const [name, own] of visits) {
    console.log(`  ${name}`);
    for (const figure of ['paint', 'data'] as const)
      console.log(
        `    ${figure.padEnd(6)} ${spread(
          own.map((visit) => visit[figure]),
          ' ms',
          0,
        )}`,
      );
    const requests = own[0]?.requests ?? [];
    const over = name === 'plain' || requests.length <= REQUESTS ? '' : `  MISSED: at most ${REQUESTS}`;
    console.log(`    ${requests.length} requests${over}, ${((own[0]?.bytes ?? 0) / 1_000).toFixed(1)} kB`);
    console.log(`    layout shift, the most  ${Math.max(...own.map(({ shift }) => shift)).toFixed(3)}`);
    const next = visits.get('Next, fetched by the client') ?? [];
    if (name.startsWith('ours'))
      for (const figure of ['paint', 'data'] as const) {
        const ratio = medianOf(own, figure) / medianOf(next, figure);
        console.log(
          `    ${figure} over Next, fetched by the client  ${ratio.toFixed(2)}×  goal < 1: ${ratio < 1 ? 'met' : 'MISSED'}`,
        );
      }
    for (const goal of GOALS[name] ?? []) {
      const ratio = medianOf(own, goal.figure) / medianOf(base, goal.figure);
      const verdict = ratio <= goal.most ? 'met' : 'MISSED';
      console.log(`    ${goal.name} over plain  ${ratio.toFixed(2)}×  goal ≤ ${goal.most}×: ${verdict}`);
    }
  }
}

const medianOf = (visits: readonly ProductVisit[], figure: 'paint' | 'data') =>
  median(visits.map((visit) => visit[figure]));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
