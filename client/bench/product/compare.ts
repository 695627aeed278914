import type { Browser } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { spread } from '@web/bff/bench/measure';
import type { ProductApplication } from './applications.ts';
import { overHttp2 } from './over-http2.ts';
import { type ProductVisit, visitProduct } from './visits.ts';

const SCREENS = { list: '/web/', detail: '/web/articles/article-7' };
const REQUESTS = 7;

interface Goal {
  readonly figure: 'paint' | 'data';
  readonly name: string;
  /** The highest ratio of the medians. */
  readonly most: number;
}

/** What the applications are compared with, and the goals of each by its name. */
export interface Base {
  readonly over: string;
  readonly goals: Readonly<Record<string, readonly Goal[]>>;
}

/** Visits the product's two screens in every application in turns, each round in another order, and prints medians and ratios; then over TLS. */
export async function compare(
  browser: Browser,
  all: readonly ProductApplication[],
  base: Base,
  rounds: number,
): Promise<void> {
  await visitAll(browser, all, base, rounds);
  const secured = await Promise.all(all.map(({ origin }) => overHttp2(origin)));
  console.log('\nOver TLS and HTTP/2');
  const overTls = all.map((one, at) => ({ ...one, origin: secured[at]?.origin ?? '' }));
  await visitAll(browser, overTls, base, rounds);
  for (const server of secured) await server.stop();
}

async function visitAll(
  browser: Browser,
  all: readonly ProductApplication[],
  base: Base,
  rounds: number,
): Promise<void> {
  for (const [screen, path] of Object.entries(SCREENS)) {
    const visits = new Map<string, ProductVisit[]>(all.map(({ name }) => [name, []]));
    for (let round = 0; round <= rounds; round += 1) {
      const order = all.map((_, at) => all[(at + round) % all.length]);
      for (const application of order) {
        if (!application) continue;
        const { name, origin, signIn } = application;
        const visit = await visitProduct(browser, origin + path, { cookies: await signIn?.() });
        // The first round warms up.
        if (round > 0) visits.get(name)?.push(visit);
        await sleep(200);
      }
    }
    print(screen, visits, base);
  }
}

function print(
  screen: string,
  visits: ReadonlyMap<string, readonly ProductVisit[]>,
  { over, goals }: Base,
): void {
  console.log(`\nA product's ${screen}, first visit: minimum  median  maximum`);
  const base = visits.get(over) ?? [];
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
    const tooMany = name === over || requests.length <= REQUESTS ? '' : `  MISSED: at most ${REQUESTS}`;
    console.log(`    ${requests.length} requests${tooMany}, ${((own[0]?.bytes ?? 0) / 1_000).toFixed(1)} kB`);
    console.log(`    layout shift, the most  ${Math.max(...own.map(({ shift }) => shift)).toFixed(3)}`);
    const next = visits.get('Next, fetched by the client') ?? [];
    if (next.length > 0 && name.startsWith('ours'))
      for (const figure of ['paint', 'data'] as const) {
        const ratio = medianOf(own, figure) / medianOf(next, figure);
        console.log(
          `    ${figure} over Next, fetched by the client  ${ratio.toFixed(2)}×  goal < 1: ${ratio < 1 ? 'met' : 'MISSED'}`,
        );
      }
    for (const goal of goals[name] ?? []) {
      const ratio = medianOf(own, goal.figure) / medianOf(base, goal.figure);
      const verdict = ratio <= goal.most ? 'met' : 'MISSED';
      console.log(`    ${goal.name} over ${over}  ${ratio.toFixed(2)}×  goal ≤ ${goal.most}×: ${verdict}`);
    }
  }
}

const medianOf = (visits: readonly ProductVisit[], figure: 'paint' | 'data') =>
  median(visits.map((visit) => visit[figure]));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
