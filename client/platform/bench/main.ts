/** `npm run bench:page`: compares two screens of this platform with plain Vite and react-router-dom, on a slow phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf, spread, verdict } from '@web/bff/platform/bench/measure';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { openApplications } from './applications.ts';
import { overHttp2 } from './over-http2.ts';
import { type ProductVisit, visitProduct } from './visits.ts';

const ROUNDS = 9;
const SCREENS = { list: '/web/', detail: '/web/articles/article-7' };
const FIGURES = ['paint', 'data'] as const;
const GOALS = {
  ours: { paint: 0.5, data: 1 },
  withPlaceholders: { paint: 0.5, data: 0.6 },
};
const REQUESTS = 6;
const BYTES_MORE = 10_500;

type Name = keyof typeof GOALS | 'plain';
const NAMES: readonly Name[] = ['ours', 'withPlaceholders', 'plain'];

function print(visits: Readonly<Record<Name, readonly ProductVisit[]>>): void {
  const bytes = (name: Name, part: 'first' | 'all') =>
    medianOf(visits[name].map((visit) => visit[part].bytes));
  const requests = (name: Name, part: 'first' | 'all') =>
    Math.max(...visits[name].map((visit) => visit[part].paths.length));
  for (const name of NAMES) {
    console.log(`  ${name}: minimum  median  maximum`);
    const times = (figure: 'paint' | 'data', of: Name = name) => visits[of].map((visit) => visit[figure]);
    for (const figure of FIGURES) console.log(`    ${figure}  ${spread(times(figure), ' ms', 0)}`);
    console.log(`    until idle: ${requests(name, 'all')} requests, ${bytes(name, 'all')} bytes`);
    if (name === 'plain') continue;
    for (const figure of FIGURES)
      verdict(
        `  ${figure} over plain`,
        medianOf(times(figure)) / medianOf(times(figure, 'plain')),
        GOALS[name][figure],
      );
    verdict('  requests', requests(name, 'first'), REQUESTS, '');
    verdict('  bytes more than plain', bytes(name, 'first') - bytes('plain', 'first'), BYTES_MORE, '');
  }
}

const browser = await chromium();
const applications = await openApplications();
const { ours, withPlaceholders, plain } = applications;
const http1 = { ours: ours.origin, withPlaceholders: withPlaceholders.origin, plain: plain.origin };
const http2 = await overHttp2(http1);
try {
  for (const [protocol, origins] of Object.entries({ 'HTTP/1.1': http1, 'HTTP/2 and TLS': http2.origins }))
    for (const [screen, path] of Object.entries(SCREENS)) {
      const visits: Record<Name, ProductVisit[]> = { ours: [], withPlaceholders: [], plain: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        // Rotates the order per round. The first round is a warm-up.
        for (const name of [...NAMES.slice(round % 3), ...NAMES.slice(0, round % 3)]) {
          const visit = await visitProduct(browser, origins[name] + path);
          if (round > 0) visits[name].push(visit);
          await sleep(200);
        }
      }
      console.log(`\nA product's ${screen}, first visit over ${protocol}`);
      print(visits);
    }
} finally {
  await browser.close();
  await http2.stop();
  await applications.stop();
}
