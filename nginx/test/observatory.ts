import { mkdtemp } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '@web/bff/test/processes';

export interface Report {
  readonly grade: string;
  readonly score: number;
  /** Every rule, with what was found. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

interface Site {
  readonly host: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly path: string;
}

interface Finding {
  readonly pass: boolean;
  readonly result: string;
}

interface Retrieved {
  readonly responses: { readonly auto: { readonly status: number } | null };
}

/** What we use of the package, which brings no types. */
interface Observatory {
  readonly retrieve: (host: string, options: Omit<Site, 'host'>) => Promise<Retrieved>;
  readonly ALL_TESTS: readonly ((retrieved: Retrieved) => Finding)[];
  readonly getScoreModifier: (result: string) => number;
  readonly getGradeForScore: (score: number) => { readonly score: number; readonly grade: string };
  readonly MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}

const PACKAGE = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';

/**
 * Fetches the package into a folder of its own. As a dependency it would run its scripts with everybody's `npm ci`, and these download
 * lists from hosts that not every machine reaches.
 */
export async function fetchObservatory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'observatory-'));
  await run('npm', [
    ...['install', '--prefix', folder, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'],
    `${PACKAGE}@${VERSION}`,
  ]);
  return folder;
}

async function load(folder: string): Promise<Observatory> {
  const modules = ['retriever/retriever', 'constants', 'grader/grader', 'grader/charts'].map((name) => {
    const file = join(folder, 'node_modules', PACKAGE, 'src', `${name}.js`);
    return import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<object>;
  });
  return Object.assign({}, ...(await Promise.all(modules))) as Observatory;
}

/** The list of preloaded hosts is downloaded where the package is installed with its scripts; no host of ours is on it. */
const NO_HOST_IS_PRELOADED = 'data:text/javascript,export const isHstsPreloaded = () => null;';

/** MDN's HTTP Observatory on a local address, which its own `scan` cannot be given: its retriever, its tests and its grader. */
export async function observe(folder: string, { host, ...options }: Site): Promise<Report> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name.endsWith('/hsts.js') && context.parentURL?.includes('mdn-http-observatory')
        ? { url: NO_HOST_IS_PRELOADED, shortCircuit: true }
        : next(name, context),
  });
  try {
    const { retrieve, ALL_TESTS, getScoreModifier, getGradeForScore, MINIMUM_SCORE_FOR_EXTRA_CREDIT } =
      await load(folder);
    const retrieved = await retrieve(host, options);
    if (retrieved.responses.auto?.status !== 200) throw new Error(`${host} answers nothing to be graded`);
    const findings = ALL_TESTS.map((test) => test(retrieved));
    const points = findings.map(({ result }) => getScoreModifier(result));
    const lost = points.reduce((sum, one) => sum + Math.min(one, 0), 100);
    const all = points.reduce((sum, one) => sum + one, 100);
    const { grade, score } = getGradeForScore(lost >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : lost);
    const told = (pass: boolean) => findings.filter((one) => one.pass === pass).map(({ result }) => result);
    return { grade, score, passed: told(true), failed: told(false) };
  } finally {
    hooks.deregister();
  }
}
