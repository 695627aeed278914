import { Agent, request, type ClientRequest } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test, type TestContext } from 'vitest';
import { shareCalls } from '@web/bff/platform/test/calls/share-calls';
import { root } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { startServer, type RunningServer } from '#platform/testing/start-server.ts';

const MAIN = resolve(root, 'bff/platform/test/main-with-share-calls.ts');
type Entry = 'direct' | 'nginx';

/** Sends a request from an address. `onResponse` gets the response unread. */
interface Client {
  readonly send: (path: string, options?: { readonly method?: string; readonly bytes?: number }) => Sent;
}
interface Sent {
  readonly request: ClientRequest;
  /** Resolves with the status once the whole response has arrived; 0 after an error. */
  readonly status: Promise<number>;
}

/** Runs a request again and again, `count` at a time, until the test ends. */
type Repeat = (count: number, send: () => Promise<number>) => void;

/** Loads by name, as run by each of the loading clients. */
const loads: Readonly<Record<string, (client: Client, repeat: Repeat, clients: number) => void>> = {
  cheap: (client, repeat, clients) => repeat(Math.ceil(40 / clients), () => client.send('/cheap').status),
  slow: (client, repeat) => repeat(100, () => client.send('/slow').status),
  'slow and cheap': (client, repeat, clients) => {
    repeat(100, () => client.send('/slow').status);
    repeat(Math.ceil(40 / clients), () => client.send('/cheap').status);
  },
  hanging: (client, repeat) => repeat(400, () => client.send('/hanging').status),
  'long deadline': (client, repeat) => repeat(40, () => client.send('/long?ms=50000').status),
  'stream unread': (client, repeat) =>
    repeat(40, () => {
      const { request, status } = client.send('/stream?bytes=20000000');
      request.on('response', (response) => response.pause());
      return status;
    }),
  'stream trickling': (client, repeat) =>
    repeat(40, () => {
      const { request, status } = client.send('/stream?bytes=20000000');
      request.on('response', (response) => {
        const timer = setInterval(() => response.pause().read(100_000), 50);
        response.pause().on('close', () => clearInterval(timer));
      });
      return status;
    }),
  'upload unsent': (client, repeat) =>
    repeat(40, () => client.send('/upload', { method: 'POST', bytes: 1_000 }).status),
  'large download': (client, repeat) => repeat(10, () => client.send('/stream?bytes=5000000').status),
};

const repeatUntil =
  (over: AbortSignal): Repeat =>
  (count, send) => {
    for (let index = 0; index < count; index += 1)
      void (async () => {
        while (!over.aborted)
          // Pauses after a failure, as a client should.
          // oxlint-disable-next-line no-await-in-loop
          if ((await send()) !== 200) await sleep(500);
      })();
  };

/** A service that responds after `ms`, sends files, and reads bodies. */
const respond: Parameters<typeof startServer>[0] = (incoming, response) => {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://x');
  if (pathname === '/wait')
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      Number(searchParams.get('ms')),
    );
  else if (pathname === '/file')
    response
      .writeHead(200, { 'content-type': 'application/octet-stream' })
      .end(Buffer.alloc(Number(searchParams.get('size'))));
  else incoming.resume().on('end', () => response.writeHead(200).end());
};

let service: RunningServer;
beforeAll(async () => (service = await startServer(respond)));
afterAll(() => service.stop());

async function start(entry: Entry, { onTestFinished }: TestContext): Promise<(address: string) => Client> {
  const proxies = { TRUSTED_PROXIES: '127.0.0.1' };
  const bff = await startBff(
    { ...proxies, UPSTREAM_SERVICE: `http://127.0.0.1:${service.port}`, LOG_LEVEL: 'silent' },
    MAIN,
  );
  const nginx =
    entry === 'nginx' ? await startNginx({ bffPort: bff.port, env: proxies, calls: shareCalls }) : undefined;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await nginx?.stop();
    await bff.stop();
  });
  const { port } = nginx ?? bff;
  return (address) => ({
    send: (path, { method = 'GET', bytes } = {}) => {
      const headers = {
        'x-forwarded-for': address,
        'x-requested-by': 'test',
        ...(bytes && { 'content-length': bytes, 'content-type': 'application/octet-stream' }),
      };
      const sent = request({ port, host: '127.0.0.1', path: `/web/api${path}`, method, headers, agent });
      const status = new Promise<number>((settle) => {
        sent
          .on('error', () => settle(0))
          .on('response', (response) => {
            response
              .on('error', () => settle(0))
              .on('end', () => settle(response.statusCode ?? 0))
              .resume();
          });
      });
      if (bytes) sent.write('8 bytes.');
      else sent.end();
      return { request: sent, status };
    },
  });
}

/** Cells that CI runs: for each load that once kept newcomers out, those with the fewest clients. `.ci/full` runs all cells. */
const IN_CI: ReadonlySet<string> = new Set([
  'slow, 1, direct',
  'slow, 1, nginx',
  'slow and cheap, 1, nginx',
  'hanging, 2, nginx',
  'hanging, 7, nginx',
  'long deadline, 1, direct',
  'long deadline, 7, nginx',
  'upload unsent, 7, direct',
]);

/** Without nginx, clients from many networks can fill the BFF: it is for trusted networks. */
const NOT_PROMISED = 'hanging, 7, direct';
/** Five clients whose calls last 50 s take all long places, so other long requests wait until one ends. */
const ALL_TAKEN = 'long deadline, 7';

const cells = (['direct', 'nginx'] as const)
  .flatMap((entry) =>
    Object.keys(loads).flatMap((load) => [1, 2, 7].map((clients) => [load, clients, entry] as const)),
  )
  .filter((cell) => cell.join(', ') !== NOT_PROMISED)
  .filter((cell) => process.env['FULL'] || IN_CI.has(cell.join(', ')));

test.for(cells)(
  'under the load %s of %i clients, %s, ten cheap calls, a long call and a stream of another client are served',
  async ([load, clients, entry], context) => {
    const clientAt = await start(entry, context);
    const over = new AbortController();
    context.onTestFinished(() => over.abort());
    const repeat = repeatUntil(over.signal);
    for (let index = 1; index <= clients; index += 1)
      loads[load]?.(clientAt(`203.0.113.${index}`), repeat, clients);
    // Until the load has taken what it can, and the event loop has been sampled.
    await sleep(2_500);
    const newcomer = clientAt('203.0.113.99');
    const timed = async (path: string) => {
      const from = performance.now();
      const status = await newcomer.send(path).status;
      return { status, ms: Math.round(performance.now() - from) };
    };
    // Two at a time: a browser over HTTP/1.1 sends at most six requests at once.
    const cheap = async () => {
      const found = [];
      // oxlint-disable-next-line no-await-in-loop
      for (let calls = 0; calls < 5; calls += 1) found.push(await timed('/cheap'));
      return found;
    };
    const hasPlace = `${load}, ${clients}` !== ALL_TAKEN;
    const [many, ...long] = await Promise.all([
      Promise.all([cheap(), cheap()]),
      ...(hasPlace ? [timed('/long?ms=300'), timed('/stream?bytes=1000')] : []),
    ]);
    const statuses = many.flat().map(({ status }) => status);
    const served = statuses.filter((status) => status === 200).length;
    const waited = Math.max(...many.flat().map(({ ms }) => ms));
    const row = [
      load,
      clients,
      entry,
      `${served} of 10`,
      waited,
      ...long.map(({ status, ms }) => `${status}, ${ms}`),
    ];
    console.log(`| ${row.join(' | ')} |`);
    context.expect(statuses).toEqual(Array.from(statuses, () => 200));
    context.expect(long.map(({ status }) => status)).toEqual(hasPlace ? [200, 200] : []);
  },
);
