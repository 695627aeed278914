import type { Arrived } from '@web/bff/edge/diagnostics';
import { limits } from '@web/bff/contract/kit/limits';
import { NotObservable } from '../checks.ts';
import { NoResponse } from '../request.ts';
import type { Result } from '../run-cases.ts';
import type { Target } from '../target.ts';
import { adviceOn, type IngressProxy, type Kind } from './advice.ts';
import type { Check, Context, Difference } from './check.ts';
import { documentChecks } from './checks/documents.ts';
import { files } from './checks/files.ts';
import { forwardingChecks } from './checks/forwarding.ts';
import { findCached, followBoth, reach } from './checks/reach.ts';
import { findEjected, findRepeated } from './checks/after-errors.ts';
import { requestChecks } from './checks/requests.ts';
import { responseChecks } from './checks/responses.ts';
import { hasProvider, signInChecks } from './checks/sign-in.ts';
import { tlsChecks } from './checks/tls.ts';
import { confirm } from './confirm.ts';
import { steadied } from './steady.ts';

/** Each is one question; so many are asked at once, where that is not limited. */
const AT_ONCE = 3;

const checks: readonly Check[] = [
  ...forwardingChecks,
  ...tlsChecks,
  ...requestChecks,
  ...responseChecks,
  files,
  ...documentChecks,
];

/** A difference with what to do about it; several with the same cause are one. */
export interface Finding {
  /** The kind, with the header field where it is about one. */
  readonly id: string;
  readonly kind: Kind;
  readonly hop: string;
  readonly why: string;
  readonly setting: string;
  /** Both sides of each difference. */
  readonly quotes: readonly string[];
}

export interface Diagnosis {
  readonly results: readonly Result[];
  readonly findings: readonly Finding[];
  /** Whether the application expects that the prefix is stripped. */
  readonly stripsPrefix: boolean;
}

interface Options {
  readonly secret: string;
  /** A bit less than the application's own deadline of a call, unless given. */
  readonly slowMs?: number;
  /** In whose words a setting is named. */
  readonly proxy?: IngressProxy | undefined;
  /** When nothing more is asked, as `performance.now()` counts. */
  readonly endsAtMs?: number;
  /** Gets the text of a response by which a hop limits the rate of requests. */
  readonly onWait?: (text: string) => void;
}

/** Compares what is sent with what arrives. Where requests do not reach the application as they should, nothing else is checked. */
export async function runChecks(
  entryPoint: Target,
  { secret, slowMs = limits.CALL_MS - 500, proxy = 'nginx', endsAtMs = Infinity, onWait = () => {} }: Options,
): Promise<Diagnosis> {
  const target = until(entryPoint, endsAtMs);
  let first: Arrived | undefined;
  let atOnce = AT_ONCE;
  const seldom: Difference[] = [];
  const steady = steadied(target, { secret, onWait, onSeldom: (difference) => seldom.push(difference) });
  const reached = await judge(REACH, target, async () => {
    const { first: arrived, isLimited, differences } = await reach(target, secret, onWait);
    first = arrived;
    if (isLimited) atOnce = 1;
    if (differences.length > 0) return differences;
    for (const find of [
      () => followBoth(steady),
      () => findCached(steady),
      () => findRepeated({ target: steady, secret }),
      () => findEjected({ target, secret }),
    ]) {
      const found = await find();
      if (found.length > 0) return found;
    }
    return [];
  });
  if (!first || reached.outcome !== 'passed') return diagnosisOf([reached], proxy);
  const context: Context = { target: steady, secret, first, slowMs };
  const all = (await hasProvider(steady)) ? [...checks, ...signInChecks] : checks;
  const queue = [...all];
  const results = new Map<Check, Judged>();
  const work = async () => {
    for (let check = queue.shift(); check; check = queue.shift())
      results.set(check, await judge(check, target, () => check.run(context)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const judged = all.flatMap((check) => results.get(check) ?? []);
  const isSeldom = seldom.length > 1 || seldom.some(({ kind }) => kind === 'rate-limited');
  const again: Judged[] = isSeldom ? [{ ...STEADY, outcome: 'failed', differences: seldom }] : [];
  return { ...diagnosisOf([reached, ...again, ...judged], proxy), stripsPrefix: first.stripsPrefix };
}

const STEADY = { id: 'steady', title: 'What arrives once arrives each time.' };
const REACH = { id: 'reach', title: 'Requests reach the application, each time and once, and its document.' };

interface Judged extends Result {
  readonly differences: readonly Difference[];
}

/** The target, until that time. */
const until = (target: Target, endsAtMs: number): Target => ({
  ...target,
  request: async (path, options) => {
    if (performance.now() > endsAtMs)
      throw new NotObservable('too slow to tell: the time of the check is over');
    return target.request(path, options);
  },
});

async function judge(
  { id, title }: Omit<Check, 'run'>,
  target: Target,
  run: () => Promise<readonly Difference[]>,
): Promise<Judged> {
  try {
    const differences = await confirm(target, run);
    return { id, title, outcome: differences.length > 0 ? 'failed' : 'passed', differences };
  } catch (error) {
    if (!(error instanceof NotObservable || error instanceof NoResponse)) throw error;
    const isLate = error instanceof NoResponse && error.isLate;
    const detail = `${isLate ? 'too slow to tell: ' : ''}${error.message}`;
    return { id, title, outcome: 'not-observable', detail, differences: [] };
  }
}

const diagnosisOf = (results: readonly Judged[], proxy: IngressProxy): Diagnosis => ({
  results,
  findings: findingsOf(
    results.flatMap(({ differences }) => differences),
    proxy,
  ),
  stripsPrefix: false,
});

/** Settings that one mistake makes wrong in several ways: those of the target, and of what hops say of the browser. */
const together = (['path-changed', 'host-lost'] as const).map((kind) => adviceOn(kind).setting);

/** What one setting of a proxy can cause together; otherwise the same change of several fields. */
const causeOf = ({ kind }: Difference): unknown => {
  const { setting } = adviceOn(kind);
  return together.includes(setting) ? setting : kind;
};

/** The findings, one for each cause. */
function findingsOf(differences: readonly Difference[], proxy: IngressProxy): Finding[] {
  return [...Map.groupBy(differences, causeOf).values()].map((group) => {
    const [{ kind }] = group as [Difference];
    const { hop, why, setting } = adviceOn(kind);
    const fields = [...new Set(group.flatMap(({ field }) => field ?? []))].join(', ');
    const words = typeof setting === 'string' ? setting : setting[proxy];
    return {
      id: fields ? `${kind}: ${fields}` : [...new Set(group.map((difference) => difference.kind))].join(', '),
      kind,
      hop,
      why,
      setting: words.replaceAll('<field>', fields),
      quotes: group.map(({ quote }) => quote),
    };
  });
}
