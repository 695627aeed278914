import * as fc from 'fast-check';
import { API_PATH, BASE_PATH, limits } from '@web/bff/contract/constants';
import { callRequests } from './requests/call-requests.ts';
import { responseCheck } from './check-response.ts';
import { withIndex, type FuzzRequest } from './requests/fuzz-request.ts';
import { grammarRequests } from './requests/grammar-requests.ts';
import type { OpenApiDocument } from './requests/openapi-document.ts';
import { sendFuzz, type Exchange } from './send-request.ts';
import type { Figures, Target } from './start-targets.ts';

/** Connections at once to each target: fewer than the requests at which a busy BFF refuses. */
const CONCURRENCY = 24;
/** The part of the requests after which caches are full and code is compiled: growth counts from there. */
const WARM_UP = 0.25;

export interface Finding {
  readonly index: number;
  readonly target: string;
  readonly what: string;
  readonly request: FuzzRequest;
}

export interface FuzzResult {
  readonly findings: readonly Finding[];
  /** Responses of each target by status; `closed` and `hanging` where there was none. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Different first statuses of the same request, such as `400 200`: how often, and the index of the first. */
  readonly differences: ReadonlyMap<string, { readonly count: number; readonly first: number }>;
  /** By target: each figure's value after all requests over its value after the warm-up. */
  readonly growth: Readonly<Record<string, Figures>>;
}

export interface Fuzz {
  /** The same for the same seed and index, whatever was sent before. */
  readonly requestAt: (index: number) => FuzzRequest;
  /** Sends the requests with an index below the number to every target, and checks what they answer and log. */
  readonly run: (requests: number) => Promise<FuzzResult>;
}

/** The fuzz of the targets, whose calls are those of the OpenAPI document that the first one serves. */
export async function openFuzz(targets: readonly Target[], seed: number): Promise<Fuzz> {
  const origin = `http://127.0.0.1:${targets[0]?.port}`;
  const document = (await (await fetch(`${origin}${API_PATH}/openapi.json`)).json()) as OpenApiDocument;
  const shell = Buffer.from(await (await fetch(`${origin}${BASE_PATH}/`)).arrayBuffer()).toString('latin1');
  const requests = fc.oneof(callRequests(document), grammarRequests);
  const check = responseCheck(document, shell);

  const requestAt = (index: number) => {
    const [request] = fc.sample(requests, { seed: seed + index, numRuns: 1 });
    if (!request) throw new Error('nothing was generated');
    return withIndex(request, index);
  };

  const findings: Finding[] = [];
  const statuses: Record<string, Record<string, number>> = {};
  const differences = new Map<string, { count: number; first: number }>();

  const sendOne = async (index: number) => {
    const request = requestAt(index);
    const outcomes = await Promise.all(
      targets.map(async ({ name, port }) => {
        const exchange = await sendFuzz(port, request);
        for (const what of check(request, exchange, index))
          findings.push({ index, target: name, what, request });
        const outcome = outcomeOf(exchange);
        const counts = (statuses[name] ??= {});
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        return outcome;
      }),
    );
    if (new Set(outcomes).size > 1) {
      const difference = outcomes.join(' ');
      if (isComparable(request))
        findings.push({ index, target: 'both', what: `differ: ${difference}`, request });
      const { count, first } = differences.get(difference) ?? { count: 0, first: index };
      differences.set(difference, { count: count + 1, first });
    }
  };

  const sendAll = async (from: number, to: number) => {
    let next = from;
    const sender = async () => {
      while (next < to) await sendOne(next++);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  };

  const figures = () => Promise.all(targets.map((target) => target.figures()));

  return {
    requestAt,
    run: async (count) => {
      const warm = Math.floor(count * WARM_UP);
      await sendAll(0, warm);
      const before = await figures();
      await sendAll(warm, count);
      const after = await figures();
      for (const target of targets)
        for (const what of await target.logFindings())
          findings.push({
            index: indexIn(what),
            target: target.name,
            what,
            request: requestAt(indexIn(what)),
          });
      const growth = Object.fromEntries(
        targets.map(({ name }, at) => [name, ratios(after[at] ?? {}, before[at] ?? {})]),
      );
      return { findings, statuses, differences, growth };
    },
  };
}

/**
 * Whether both targets must answer alike: a whole request beneath the base path. Near the limits they differ, because nginx limits the line
 * and each field, Node all together, and because nginx has the body limits of the product's calls only. A path of a file that cannot be
 * decoded is 400 or 404, and `~` begins names of nginx's own.
 */
function isComparable({ bytes, isWhole }: FuzzRequest): boolean {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (!isWhole || headEnd > limits.HEADERS_BYTES - 512 || bytes.length > limits.BODY_BYTES) return false;
  const [path = ''] = (bytes.toString('latin1', 0, headEnd).split(' ', 2)[1] ?? '').split('?', 1);
  if (path.includes('/~')) return false;
  if (path.startsWith(`${API_PATH}/`)) return true;
  return path.startsWith(`${BASE_PATH}/`) && canBeDecoded(path);
}

function canBeDecoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

const outcomeOf = ({ responses, end }: Exchange): string => String(responses[0]?.status ?? end);

const ratios = (after: Figures, before: Figures): Figures =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const room = /descriptors|handles/.test(name) ? IDLE_CONNECTIONS : 0;
      return [name, (value + room) / ((before[name] ?? Number.NaN) + room)];
    }),
  );

/** What nginx keeps open to the BFF (bff.conf), on a loaded machine all of it: no growth. */
const IDLE_CONNECTIONS = 64;

/** The index in a marker of a line of a log. */
const indexIn = (line: string): number => Number(/marked-[a-z]+-(\d{7})/.exec(line)?.[1] ?? 0);
