import { mkdtemp } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '@web/bff/test/processes';

export interface Report {
  readonly grade: string;
  readonly score: number;
  /** The results of the tests, by their names. */
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

/** The part of the package that is used; it has no types. */
interface Observatory {
  readonly retrieve: (host: string, options: Omit<Site, 'host'>) => Promise<Retrieved>;
  readonly ALL_TESTS: readonly ((retrieved: Retrieved) => Finding)[];
  readonly getScoreModifier: (result: string) => number;
  readonly getGradeForScore: (score: number) => { readonly score: number; readonly grade: string };
  readonly MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}

const PACKAGE = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';

/** Installs the package into its own folder: as a dependency, its scripts would download lists during every `npm ci`. */
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

/** Replaces the list of preloaded hosts, which the package's scripts would download. */
const NO_HOST_IS_PRELOADED = 'data:text/javascript,export const isHstsPreloaded = () => null;';

/** Grades a local address, which the package's own `scan` does not accept, by its retriever, tests and grader. */
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
    if (retrieved.responses.auto?.status !== 200) throw new Error(`${host} gave no response to grade`);
    const findings = ALL_TESTS.map((test) => test(retrieved));
    const points = findings.map(({ result }) => getScoreModifier(result));
    const lost = points.reduce((sum, value) => sum + Math.min(value, 0), 100);
    const all = points.reduce((sum, value) => sum + value, 100);
    const { grade, score } = getGradeForScore(lost >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : lost);
    const resultsOf = (pass: boolean) =>
      findings.filter((finding) => finding.pass === pass).map(({ result }) => result);
    return { grade, score, passed: resultsOf(true), failed: resultsOf(false) };
  } finally {
    hooks.deregister();
  }
}
