import { registerHooks } from 'node:module';

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

/** The list of preloaded hosts is downloaded where the package is installed with its scripts; no host of ours is on it. */
const NO_HOST_IS_PRELOADED = 'data:text/javascript,export const isHstsPreloaded = () => null;';

/** MDN's HTTP Observatory on a local address, which its own `scan` cannot be given: its retriever, its tests and its grader. */
export async function observe({ host, ...options }: Site): Promise<Report> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name.endsWith('/hsts.js') && context.parentURL?.includes('mdn-http-observatory')
        ? { url: NO_HOST_IS_PRELOADED, shortCircuit: true }
        : next(name, context),
  });
  try {
    const { retrieve } = await import('@mdn/mdn-http-observatory/src/retriever/retriever.js');
    const { ALL_TESTS } = await import('@mdn/mdn-http-observatory/src/constants.js');
    const { getScoreModifier, getGradeForScore } =
      await import('@mdn/mdn-http-observatory/src/grader/grader.js');
    const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await import('@mdn/mdn-http-observatory/src/grader/charts.js');
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
