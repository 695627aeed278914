import { connect } from 'node:net';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { BASE_PATH } from '@web/bff/contract/constants';
import { API_PATH } from '@web/bff/contract/kit/api-path';
import { limits } from '@web/bff/contract/kit/limits';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { stopAfterAll } from '../stop-after-all.ts';
import { requests, type FuzzRequest } from './requests.ts';
import { startTargets, type Target } from './targets.ts';

const SEED = 13;
/** `.ci/full` sends 100,000. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
/** Made at once: some have a megabyte. */
const BATCH = 250;
/** Connections at once to each target: fewer than the requests at which a busy BFF refuses. */
const CONCURRENCY = 24;
/** The part of the requests after which caches are full and code is compiled: growth counts from there. */
const WARM_UP = 0.25;
/** A request that may be incomplete has waited this long for a response: then the connection is ended from this side. */
const QUIET_MS = 400;
/** Longer than any deadline of a call, and than Node's for header fields. */
const HANGING_MS = 30_000;
/** A figure at the end over that after the warm-up. nginx keeps up to 64 idle connections to the BFF. */
const GROWTH = 1.5;
const IDLE_CONNECTIONS = 64;

let targets: Target[] = [];
const started = stopAfterAll();
beforeAll(async () => {
  targets = (await startTargets()).map(started);
});

/** The head of the first final response; '' where the server ended the connection, undefined where it did neither. */
const send = (port: number, { bytes, isWhole }: FuzzRequest): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    const finish = (head: string | undefined) => {
      clearTimeout(quiet);
      clearTimeout(hanging);
      socket.destroy();
      resolve(head);
    };
    const quiet = setTimeout(() => isWhole || socket.end(), QUIET_MS);
    const hanging = setTimeout(() => finish(undefined), HANGING_MS);
    socket.on('data', (part: Buffer) => {
      received = (received + part.toString('latin1')).replace(/^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/, '');
      const end = received.indexOf('\r\n\r\n');
      if (end >= 0) finish(received.slice(0, end));
    });
    socket.on('end', () => finish(received));
    // A server that refuses a request need not read the rest: it may reset the connection.
    socket.on('error', () => finish(received));
    socket.write(bytes);
  });

const REFUSED_PROTOCOL = new Set([501, 505]);
const FIELD = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*[\t\u0020-\u007E\u0080-\u00FF]*$/;

/** A redirect that leaves the application. */
const LEAVING = new RegExp(`^location:(?! ${BASE_PATH}/(?!/))`, 'i');

/** What is wrong with a response, in words. */
function findings(request: FuzzRequest, head: string | undefined): string[] {
  if (head === undefined) return ['neither answered nor closed'];
  if (head === '') return request.isWhole ? ['closed without a response'] : [];
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = statusOf(head);
  // nginx answers a line without a version as HTTP/0.9: with a body alone.
  if (Number.isNaN(status)) return request.isWhole ? [`no status line: ${statusLine.slice(0, 80)}`] : [];
  const names = lines.map((line) => FIELD.exec(line)?.[1]?.toLowerCase());
  return [
    ...(status >= 500 && (request.isWhole || !REFUSED_PROTOCOL.has(status)) ? [`status ${status}`] : []),
    ...lines.filter((_line, index) => names[index] === undefined).map((line) => `no field: ${line}`),
    ...(names.includes('x-injected') ? ['a field was injected'] : []),
    ...Object.keys(securityHeaders)
      .filter((name) => names.filter((other) => other === name).length !== 1)
      .map((name) => `status ${status} does not have ${name} once`),
    ...lines.filter((line) => LEAVING.test(line)).map((line) => `redirects to another place: ${line}`),
  ];
}

const statusOf = (head = '') => Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);

/**
 * Whether both must answer alike. Near the limits they differ: nginx limits the line and each field, Node all together, and nginx has the
 * body limits of the product's calls only. A file's path that cannot be decoded is 400 or 404, and `~` begins names of nginx's own.
 */
function isComparable({ bytes, isWhole }: FuzzRequest): boolean {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (!isWhole || headEnd > limits.HEADERS_BYTES - 512 || bytes.length > limits.BODY_BYTES) return false;
  const [path = ''] = (bytes.toString('latin1', 0, headEnd).split(' ', 2)[1] ?? '').split('?', 1);
  if (path.includes('/~')) return false;
  return path.startsWith(`${API_PATH}/`) || (path.startsWith(`${BASE_PATH}/`) && !path.includes('%'));
}

test('the BFF and nginx answer every request, valid or not, with a status and header fields of the application, and nothing of them grows', async () => {
  const found: string[] = [];
  const sendOne = async (request: FuzzRequest) => {
    const heads = await Promise.all(targets.map(({ port }) => send(port, request)));
    const text = JSON.stringify(request.bytes.toString('latin1').slice(0, 400));
    for (const [index, head] of heads.entries())
      for (const what of findings(request, head)) found.push(`${targets[index]?.name}: ${what}: ${text}`);
    const statuses = heads.map(statusOf);
    if (isComparable(request) && new Set(statuses).size > 1) found.push(`${statuses.join(' and ')}: ${text}`);
  };
  const sendBatch = async (index: number) => {
    const batch = fc.sample(requests, { seed: SEED + index, numRuns: BATCH }).values();
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const request of batch) await sendOne(request);
      }),
    );
  };
  const figures = () => Promise.all(targets.map((target) => target.figures()));

  const batches = REQUESTS / BATCH;
  const warm = Math.ceil(batches * WARM_UP);
  for (let index = 0; index < warm; index += 1) await sendBatch(index);
  const before = await figures();
  for (let index = warm; index < batches; index += 1) await sendBatch(index);
  const after = await figures();
  expect(found).toEqual([]);
  for (const [index, ofTarget] of after.entries())
    for (const [name, value] of Object.entries(ofTarget)) {
      const most = ((before[index]?.[name] ?? 0) + (name === 'handles' ? IDLE_CONNECTIONS : 0)) * GROWTH;
      expect(value, `${name} of ${targets[index]?.name}`).toBeLessThan(most);
    }
}, 3_600_000);
