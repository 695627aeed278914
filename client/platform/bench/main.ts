/** `npm run bench:page`: compares two screens on a slow phone with plain Vite and react-router-dom. */
import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf, spread, verdict } from '@web/bff/platform/bench/measure';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { openApplications } from './applications.ts';
import { type ProductVisit, visitProduct } from './visits.ts';

const ROUNDS = 9;
const SCREENS = { list: '/web/', detail: '/web/articles/article-7' };
const FIGURES = ['paint', 'data'] as const;
const GOALS = {
  ours: { paint: 0.5, data: 1 },
  withPlaceholders: { paint: 0.5, data: 0.6 },
};
const REQUESTS = 6;
const BYTES_MORE = 10_000;

type Name = keyof typeof GOALS | 'plain';
const NAMES: readonly Name[] = ['ours', 'withPlaceholders', 'plain'];

function print(visits: Readonly<Record<Name, readonly ProductVisit[]>>): void {
  const values = (name: Name, figure: 'paint' | 'data' | 'bytes') =>
    visits[name].map((visit) => visit[figure]);
  for (const name of NAMES) {
    console.log(`  ${name}: minimum  median  maximum`);
    for (const figure of FIGURES) console.log(`    ${figure}  ${spread(values(name, figure), ' ms', 0)}`);
    if (name === 'plain') continue;
    const median = (figure: 'paint' | 'data' | 'bytes', of: Name = name) => medianOf(values(of, figure));
    for (const figure of FIGURES)
      verdict(`  ${figure} over plain`, median(figure) / median(figure, 'plain'), GOALS[name][figure]);
    verdict('  requests', Math.max(...visits[name].map(({ requests }) => requests.length)), REQUESTS, '');
    verdict('  bytes more than plain', median('bytes') - median('bytes', 'plain'), BYTES_MORE, '');
  }
}

const browser = await chromium();
const applications = await openApplications();
try {
  for (const [screen, path] of Object.entries(SCREENS)) {
    const visits: Record<Name, ProductVisit[]> = { ours: [], withPlaceholders: [], plain: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      // Rotates the order per round. The first round warms up.
      for (const name of [...NAMES.slice(round % 3), ...NAMES.slice(0, round % 3)]) {
        const visit = await visitProduct(browser, applications[name].origin + path);
        if (round > 0) visits[name].push(visit);
        await sleep(200);
      }
    }
    console.log(`\nA product's ${screen}, first visit`);
    print(visits);
  }
} finally {
  await browser.close();
  await applications.stop();
}
