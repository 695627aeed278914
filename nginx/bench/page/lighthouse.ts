import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../e2e/processes.ts';

/** Fetched when wanted: it would bring a hundred packages into the lock file for one line of figures. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

interface Category {
  readonly title: string;
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}
interface Report {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

const AUDITS = [
  ...['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time'],
  ...['cumulative-layout-shift', 'interactive'],
];

/** What Lighthouse says of a page, with its own slow telephone; a line each. */
export async function lighthouse(address: string): Promise<string[]> {
  const { categories, audits } = await reportOf(address);
  const scores = Object.values(categories).map(
    ({ title, score }) => `${title} ${score === null ? '–' : Math.round(score * 100)}`,
  );
  const figures = AUDITS.map((name) => `${audits[name]?.title} ${audits[name]?.displayValue ?? '–'}`);
  const faults = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .map(({ id }) => audits[id])
    .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 0.9)
    .map((audit) => `to improve: ${audit?.title} ${audit?.displayValue ?? ''}`);
  return [scores.join(', '), figures.join(', '), ...faults];
}

async function reportOf(address: string, tries = 3): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    const args = [
      ...['exec', '--yes', '--ignore-scripts', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address],
      ...['--quiet', '--no-enable-error-reporting', '--output=json', `--output-path=${file}`],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ];
    const env = { ...process.env, CHROME_PATH: '/usr/bin/chromium' };
    await run('npm', args, { cwd: folder, env, timeout: 180_000 });
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch (error) {
    // On a busy machine it loses its own trace now and then, and asks to be run again.
    if (tries > 1 && String(error).includes('run Lighthouse again'))
      return await reportOf(address, tries - 1);
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}
