/** `npm run bench:page`: what a product's two screens cost on a slow phone, over the same in plain Vite and react-router-dom, in one run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf, spread, verdict } from '@web/bff/bench/measure';
import { chromium } from '../test/browser/chromium.ts';
import { startBff } from '@web/bff/test/start-bff';
import { rm } from 'node:fs/promises';
import { openApplications } from './applications.ts';
import { buildEightScreens, EIGHT_SCREENS, mostRequests } from './eight-screens.ts';
import { type ProductVisit, visitProduct } from './visits.ts';

const ROUNDS = 9;
const SCREENS = { list: '/web/', detail: '/web/articles/article-7' };
const GOALS = {
  ours: { paint: 0.5, data: 1 },
  withPlaceholders: { paint: 0.5, data: 0.6 },
};
const REQUESTS = 6;
const BYTES_MORE = 10_000;

type Name = keyof typeof GOALS | 'plain';
const NAMES: readonly Name[] = ['ours', 'withPlaceholders', 'plain'];

function print(visits: Readonly<Record<Name, readonly ProductVisit[]>>): void {
  const figures = (name: Name, figure: 'paint' | 'data' | 'bytes') =>
    visits[name].map((visit) => visit[figure]);
  for (const name of NAMES) {
    console.log(`  ${name}: minimum  median  maximum`);
    console.log(`    paint  ${spread(figures(name, 'paint'), ' ms', 0)}`);
    console.log(`    data   ${spread(figures(name, 'data'), ' ms', 0)}`);
    if (name === 'plain') continue;
    const over = (figure: 'paint' | 'data') =>
      medianOf(figures(name, figure)) / medianOf(figures('plain', figure));
    verdict('  first paint over plain', over('paint'), GOALS[name].paint);
    verdict('  data shown over plain', over('data'), GOALS[name].data);
    verdict('  requests', Math.max(...visits[name].map(({ requests }) => requests.length)), REQUESTS, '');
    const more = medianOf(figures(name, 'bytes')) - medianOf(figures('plain', 'bytes'));
    verdict('  bytes more than plain', more, BYTES_MORE, '');
  }
}

const browser = await chromium();
const applications = await openApplications();
try {
  for (const [screen, path] of Object.entries(SCREENS)) {
    const visits: Record<Name, ProductVisit[]> = { ours: [], withPlaceholders: [], plain: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      // Each round in another order; the first one warms up.
      for (const name of [...NAMES.slice(round % 3), ...NAMES.slice(0, round % 3)]) {
        const visit = await visitProduct(browser, applications[name].origin + path);
        if (round > 0) visits[name].push(visit);
        await sleep(200);
      }
    }
    console.log(`\nA product's ${screen}, first visit`);
    print(visits);
  }
  console.log('\nA product of eight screens: requests and bytes of a first load');
  const { folder, main } = await buildEightScreens();
  const bff = await startBff({}, main);
  for (const path of EIGHT_SCREENS) {
    const url = `http://127.0.0.1:${bff.port}/web${path}`;
    const { requests, bytes } = await visitProduct(browser, url, { slow: false });
    verdict(`  ${path}, ${bytes} bytes: requests`, requests.length, mostRequests(path), '');
  }
  await bff.stop();
  await rm(folder, { recursive: true });
} finally {
  await browser.close();
  await applications.stop();
}
