/** `npm run bench:page`: compares two screens of this platform with plain Vite and react-router-dom, on a slow phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf, verdict } from '@web/bff/platform/bench/measure';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { openApplications } from './applications.ts';
import { overHttp2 } from './over-http2.ts';
import { type ProductVisit, visitProduct } from './visits.ts';

/** Rounds of a screen: at least and at most. In between, rounds end when no figure's spread is above `SPREAD`. */
const ROUNDS = { min: 5, max: 15 };
const SPREAD = 0.1;
const SCREENS = { list: '/web/', detail: '/web/articles/article-7' };
const FIGURES = ['paint', 'data'] as const;
const GOALS = {
  ours: { paint: 0.5, data: 1 },
  withPlaceholders: { paint: 0.5, data: 0.6 },
};
const REQUESTS = 6;
const BYTES_MORE = 10_800;

type Compared = keyof typeof GOALS;
type Name = Compared | 'plain';
const NAMES: readonly Name[] = ['ours', 'withPlaceholders', 'plain'];
type Visits = Readonly<Record<Name, ProductVisit[]>>;

const compared = Object.keys(GOALS) as Compared[];

/** Returns twice the relative standard error of a figure over that of plain Vite in the same round. */
function spreadOf(visits: Visits, name: Compared, figure: (typeof FIGURES)[number]): number {
  const ratios = visits[name].map((visit, round) => visit[figure] / (visits.plain[round]?.[figure] ?? 0));
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const variance = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / (ratios.length - 1);
  return (2 * Math.sqrt(variance / ratios.length)) / mean;
}

const largestSpread = (visits: Visits) =>
  Math.max(...compared.flatMap((name) => FIGURES.map((figure) => spreadOf(visits, name, figure))));

function print(visits: Visits): void {
  const median = (name: Name, figure: 'paint' | 'data' | 'bytes') =>
    medianOf(visits[name].map((visit) => visit[figure]));
  console.log(`  plain: paint ${median('plain', 'paint')} ms, data ${median('plain', 'data')} ms`);
  for (const name of compared) {
    console.log(`  ${name}: paint ${median(name, 'paint')} ms, data ${median(name, 'data')} ms`);
    for (const figure of FIGURES)
      verdict(
        `  ${figure} over plain, ±${Math.round(100 * spreadOf(visits, name, figure))} %`,
        median(name, figure) / median('plain', figure),
        GOALS[name][figure],
      );
    verdict('  requests', Math.max(...visits[name].map(({ paths }) => paths.length)), REQUESTS, '');
    verdict('  bytes more than plain', median(name, 'bytes') - median('plain', 'bytes'), BYTES_MORE, '');
  }
}

/** Returns true after enough rounds. The first round is a warm-up. */
const isEnough = (visits: Visits, round: number): boolean =>
  round > ROUNDS.max || (round > ROUNDS.min && largestSpread(visits) <= SPREAD);

const browser = await chromium();
const applications = await openApplications();
const { ours, withPlaceholders, plain } = applications;
const http1 = { ours: ours.origin, withPlaceholders: withPlaceholders.origin, plain: plain.origin };
const http2 = await overHttp2(http1);
try {
  for (const [protocol, origins] of Object.entries({ 'HTTP/1.1': http1, 'HTTP/2 and TLS': http2.origins }))
    for (const [screen, path] of Object.entries(SCREENS)) {
      const visits: Visits = { ours: [], withPlaceholders: [], plain: [] };
      for (let round = 0; !isEnough(visits, round); round += 1) {
        // Rotates the order per round.
        for (const name of [...NAMES.slice(round % 3), ...NAMES.slice(0, round % 3)]) {
          const visit = await visitProduct(browser, origins[name] + path);
          if (round > 0) visits[name].push(visit);
          await sleep(200);
        }
      }
      console.log(`\nA product's ${screen}, first visit over ${protocol}, ${visits.plain.length} rounds`);
      print(visits);
    }
} finally {
  await browser.close();
  await http2.stop();
  await applications.stop();
}
