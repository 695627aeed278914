import { limits } from '@web/bff/contract/constants';
import type { Target } from '../target.ts';
import type { Result } from '../run.ts';
import { failedCall, headers, missingAsset } from './responses.ts';
import type { Diagnosis, Patient, Verdict } from './check.ts';
import { readEcho } from './echo.ts';
import type { Finding } from './findings.ts';
import { client, host, scheme, trust } from './forwarded.ts';
import { body, encodedSlash, events, timeout, upgrade } from './passing.ts';
import { prefix } from './prefix.ts';
import { entry, redirects } from './redirects.ts';
import { transport } from './transport.ts';
import { cache, validators } from './validators.ts';

/** The basic ones first. */
export const diagnoses: readonly Diagnosis[] = [
  ...[prefix, entry, redirects, trust, scheme, client, host, transport, encodedSlash],
  ...[events, upgrade, body, timeout, missingAsset, failedCall, headers, validators, cache],
];

export interface Examined extends Result {
  readonly finding?: Finding;
}

/** A bit less than the application itself lets a call take. */
const SLOW_MS = limits.CALL_MS - 500;

/** Examines the way to the application. What a basic finding explains is not looked at any more. */
export async function examine(
  target: Target,
  onExamined: (one: Examined) => void = () => {},
  slowMs = SLOW_MS,
): Promise<Examined[]> {
  const patient: Patient = { target, echo: await readEcho(target), slowMs };
  const all: Examined[] = [];
  const tell = ({ id, title }: Diagnosis, verdict: Verdict) => {
    const one = { id, title, ...outcomeOf(verdict) };
    all.push(one);
    onExamined(one);
    return one.finding;
  };
  let first: Finding | undefined;
  for (const one of diagnoses.filter(({ isBasic }) => isBasic)) {
    const finding = tell(one, first ? explainedBy(first) : await settled(one, patient));
    first ??= finding;
  }
  const rest = diagnoses.filter(({ isBasic }) => !isBasic);
  const slow = new Map(
    rest.filter(({ isSlow }) => isSlow && !first).map((one) => [one, settled(one, patient)]),
  );
  for (const one of rest)
    tell(one, first ? explainedBy(first) : await (slow.get(one) ?? settled(one, patient)));
  return all;
}

const explainedBy = ({ id }: Finding) => ({ unseen: `not looked at: ${id} comes first` });

async function settled({ examine }: Diagnosis, patient: Patient): Promise<Verdict> {
  try {
    return await examine(patient);
  } catch (error) {
    return { unseen: error instanceof Error ? error.message : String(error) };
  }
}

function outcomeOf(verdict: Verdict): Pick<Examined, 'outcome' | 'detail' | 'finding'> {
  if (verdict === 'well') return { outcome: 'passed' };
  if ('unseen' in verdict) return { outcome: 'not-observable', detail: verdict.unseen };
  const { id, symptom, hop, setting, remedy } = verdict;
  const detail = [`${id}: ${symptom}`, `at:      ${hop}`, `setting: ${setting}`, `remedy:  ${remedy}`];
  return { outcome: 'failed', detail: detail.join('\n'), finding: verdict };
}
