import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrived } from '@web/bff/edge/diagnostics';
import { header, isRedirect, isShell } from '../../checks.ts';
import { NoResponse, type TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import { ask, arrivedIn, pathOfCall } from '../ask.ts';
import type { Difference } from '../check.ts';
import { compareTarget, kindOfPath } from '../compare-requests.ts';
import { kindInPlace } from '../in-place.ts';
import { isFromApplication, isOurShell, summary } from '../recognise.ts';
import { answerOf, isLimit, kindOfSome, textOf } from '../steady.ts';

/** So many requests, each on a connection of its own, meet every replica of two or three. */
const ATTEMPTS = 12;
const AT_ONCE = 4;
/** One after the other, so many times: a limit of the rate lets them pass. */
const ALONE = 5;
const APART_MS = 1_100;
/** With a capital letter, which a hop may change. */
const ECHO = 'echo/A';

interface Reached {
  /** How the first request arrived that did. */
  readonly first?: Arrived;
  /** Whether a hop refuses requests that come at once. */
  readonly isLimited?: true;
  readonly differences: readonly Difference[];
}

/** Sends the same request again and again: whether it reaches the application, each time, and one build of it. Throws `NoResponse`. */
export async function reach(
  target: Target,
  secret: string,
  onWait: (text: string) => void,
): Promise<Reached> {
  const attempt = () => answerOf(ask({ target, secret }, ECHO));
  const answers: (TargetResponse | NoResponse)[] = [];
  while (answers.length < ATTEMPTS)
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, attempt))));
  if (!answers.some(hasEcho)) {
    // Perhaps a limit of the rate lets none of so many pass.
    await sleep(APART_MS);
    answers.push(await attempt());
  }
  const echoes = answers.flatMap((answer) => (hasEcho(answer) ? answer : []));
  // Of several nodes of a hop the one that says least.
  const [echo] = echoes.toSorted((one, other) => fieldsOf(one) - fieldsOf(other));
  const other = answers.find((answer) => !hasEcho(answer));
  if (!echo) return { differences: [await whyNotReached(target, other as TargetResponse | NoResponse)] };
  const first = arrivedIn(echo) as Arrived;
  const differences = [
    // A query is compared later, where there is one.
    ...compareTarget(pathOfCall(target, ECHO), first, target.base).filter(
      ({ kind }) => kind !== 'query-changed',
    ),
    ...sameOf(echoes, header(echo, 'x-request-id')),
  ];
  const builds = new Set(echoes.map((response) => header(response, 'x-build'))).size;
  if (builds > 1)
    differences.push({ kind: 'two-builds', quote: `${echo.request} came from ${builds} builds (X-Build)` });
  if (!other) return { first, differences };
  for (let sent = 0; isLimit(other) && sent < ALONE; sent += 1) {
    await sleep(APART_MS);
    if (!hasEcho(await attempt())) break;
    if (sent < ALONE - 1) continue;
    onWait(textOf(other));
    return { first, isLimited: true, differences };
  }
  const quote = `${answers.length - echoes.length} of ${answers.length} times ${textOf(other)}`;
  return { first, differences: [...differences, { kind: kindOfSome(other), quote }] };
}

const hasEcho = (answer: TargetResponse | NoResponse): answer is TargetResponse =>
  !(answer instanceof NoResponse) && arrivedIn(answer) !== undefined;

/** How many header fields a request had that arrived. */
const fieldsOf = (echo: TargetResponse): number => arrivedIn(echo)?.fields.length ?? 0;

/** Responses of which each must have a request id of its own. */
function sameOf(responses: readonly TargetResponse[], id: string | undefined): Difference[] {
  const [{ request }] = responses as [TargetResponse];
  if (id === undefined) {
    const field = 'x-request-id';
    return [{ kind: 'response-field-removed', field, quote: `${request}: ${field} is missing` }];
  }
  const ids = new Set(responses.map((response) => header(response, 'x-request-id')));
  if (ids.size === responses.length) return [];
  return [{ kind: 'cached', quote: `${request}: two responses have the same request id` }];
}

/** What responds in place of the application. Throws where the time ran out. */
async function whyNotReached(target: Target, answer: TargetResponse | NoResponse): Promise<Difference> {
  const quote = textOf(answer);
  if (answer instanceof NoResponse) {
    if (answer.isLate) throw answer;
    return { kind: answer.isUntrusted ? 'certificate-refused' : 'no-answer', quote };
  }
  const redirect = kindOfRedirect(target, pathOfCall(target, ECHO), answer);
  if (redirect) return { kind: redirect, quote };
  if (isFromApplication(answer)) {
    if (answer.status === 400) return { kind: 'not-http', quote };
    // The application redirects no such call.
    if (isRedirect(answer)) return { kind: 'path-changed', quote };
    return { kind: answer.status >= 500 ? 'bff-unreachable' : 'secret-unknown', quote };
  }
  const kind = kindInPlace(answer);
  if (isRedirect(answer) && kind !== 'login-in-front') {
    const [difference] = await follow(target, pathOfCall(target, ECHO));
    if (difference) return difference;
  }
  const shell = await target.request(`${target.base}/`);
  return { kind: kind === 'not-routed' && isOurShell(shell) ? 'calls-not-routed' : kind, quote };
}

/** What a redirect to nearly the same path makes of it; undefined for any other response. */
export function kindOfRedirect(
  target: Target,
  path: string,
  response: TargetResponse,
): Difference['kind'] | undefined {
  const location = header(response, 'location');
  const next = isRedirect(response) && location ? URL.parse(location, target.origin) : null;
  if (!next) return undefined;
  if (next.pathname === path) return next.host === new URL(target.origin).host ? undefined : 'other-host';
  const kind = kindOfPath(path, next.pathname, target.base);
  return kind === 'path-changed' ? undefined : kind;
}

const MOST_REDIRECTS = 5;

/** Follows redirects by path, up to another origin, a repeated path or an end, which is the document. */
async function follow(target: Target, start: string): Promise<Difference[]> {
  const paths = [start];
  for (let path = start; paths.length <= MOST_REDIRECTS;) {
    const response = await target.request(path);
    const location = header(response, 'location');
    const isDocument = response.status < 300 && isShell(response);
    if (isDocument) return [];
    const isOther = response.status < 300 || response.status >= 400 || location === undefined;
    if (isOther) return [{ kind: kindOfDocument(response), quote: summary(response) }];
    const next = new URL(location, `${target.origin}${path}`);
    const quote = `${target.origin}${path} redirects to ${location}`;
    const isInside = next.pathname === target.base || next.pathname.startsWith(`${target.base}/`);
    const inPlace = kindInPlace(response);
    const isElsewhere = next.origin !== target.origin || inPlace === 'login-in-front';
    if (isElsewhere && !isInside) return [{ kind: inPlace, quote }];
    const isDoubled = next.pathname.startsWith(`${target.base}${target.base}/`);
    if (next.hostname !== new URL(target.origin).hostname && next.pathname === path)
      return [{ kind: 'other-host', quote }];
    if (next.origin !== target.origin || !isInside || isDoubled)
      return [{ kind: 'response-field-changed', field: 'location', quote }];
    path = next.pathname + next.search;
    const isRepeated = paths.includes(path);
    paths.push(path);
    if (isRepeated) break;
  }
  return [{ kind: 'redirect-loop', quote: paths.map((path) => target.origin + path).join(' → ') }];
}

/** A hop says 502 where the header fields of the document, which are longer than those of a call, are too long for it. */
const kindOfDocument = (response: TargetResponse): Difference['kind'] =>
  response.status === 502 ? 'response-header-limit' : kindInPlace(response);

/** Whether the base path leads to the document, with its slash and without. */
export async function followBoth(target: Target): Promise<readonly Difference[]> {
  const withSlash = await follow(target, `${target.base}/`);
  return withSlash.length > 0 ? withSlash : follow(target, target.base);
}

const REAL_CALLS = ['/api/status', '/api/session'];
const UNKNOWN = '/api/nope';
const NEVER_KEPT = ['/', ...REAL_CALLS, UNKNOWN, '/assets/gone-1.js'];

/** Whether a cache in front, or another application, responds to some of the paths. */
export async function findCached(target: Target): Promise<readonly Difference[]> {
  const askAll = () => Promise.all(NEVER_KEPT.map((path) => target.request(target.base + path)));
  const first = await askAll();
  // Longer than the second that the field Date tells.
  await sleep(APART_MS);
  const second = await askAll();
  // What replaces every 404 is found by another check.
  const calls = isFromApplication(second[NEVER_KEPT.indexOf(UNKNOWN)] as TargetResponse) ? REAL_CALLS : [];
  return NEVER_KEPT.flatMap((path, at) => {
    const [earlier, later] = [first[at], second[at]] as [TargetResponse, TargetResponse];
    if (isFromApplication(later)) return compareAgain(earlier, later);
    const isCall = calls.includes(path);
    if (later.status === 404 && !isCall) return [];
    const inPlace = kindOfRedirect(target, target.base + path, later) ?? kindInPlace(later);
    // A redirect to another path of the application comes in place of its own response.
    const isHome = inPlace === 'blocked' && header(later, 'location')?.includes(`${target.base}/`);
    if (isHome) return [{ kind: 'response-replaced', quote: summary(later) }];
    return [{ kind: isCall ? 'calls-not-routed' : inPlace, quote: summary(later) }];
  });
}

function compareAgain(first: TargetResponse, second: TargetResponse): Difference[] {
  const isSame = (field: string) =>
    header(first, field) !== undefined && header(first, field) === header(second, field);
  const same = ['x-request-id', 'date'].find(isSame);
  return same ? [{ kind: 'cached', quote: `${second.request}: two responses have the same ${same}` }] : [];
}
