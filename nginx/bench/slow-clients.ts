import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildTestBundle, startBff } from '@web/bff/test/start-bff';
import { startNginx } from '../test/start-nginx.ts';

const post = (path: string) =>
  `POST /web/api/${path} HTTP/1.1\r\nhost: x\r\nx-requested-by: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n[`;
const get = (path: string) => `GET /web/api/${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** What a client sends that then neither sends nor reads more. */
const kinds = {
  'half a body, for a call': post('test/body'),
  'half a body, for no call': post('nope'),
  'a reply of 1 MB': get('test/text/1000000'),
  'a stream of events': get('test/numbers'),
};
const crowds = { '5,000 from one address': [5_000, 1], '2,000 from 200 addresses': [2_000, 200] } as const;
const OTHERS = 200;

/** Others send requests while so many clients are slow: the longest time of one, and how many were not answered with 200. */
async function measure(port: number, request: string, [count, addresses]: readonly [number, number]) {
  const sockets: Socket[] = [];
  const one = (index: number) =>
    new Promise<void>((resolve) => {
      const localAddress = `127.1.${Math.floor((index % addresses) / 250)}.${1 + ((index % addresses) % 250)}`;
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
        socket.write(request);
        resolve();
      });
      sockets.push(socket.pause().on('error', () => resolve()));
    });
  const opened = (async () => {
    for (let index = 0; index < count; index += 100)
      await Promise.all(Array.from({ length: 100 }, (_, offset) => one(index + offset)));
  })();
  let [longest, failed] = [0, 0];
  for (let sent = 0; sent < OTHERS; sent += 1) {
    const from = performance.now();
    const signal = AbortSignal.timeout(10_000);
    const reply = await fetch(`http://127.0.0.1:${port}/web/api/status`, { signal }).catch(() => undefined);
    await reply?.text().catch(() => {});
    longest = Math.max(longest, performance.now() - from);
    if (reply?.status !== 200) failed += 1;
    await sleep(20);
  }
  await opened;
  for (const socket of sockets) socket.destroy();
  await sleep(500);
  return `${Math.round(longest)} ms, ${failed} of ${OTHERS} failed`;
}

// How long others wait while thousands of clients are slow: at the BFF alone, and through nginx.
// Exit ends the servers, which have process groups of their own.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
await buildTestBundle();
for (const isEmbedded of [true, false]) {
  const bff = await startBff();
  const nginx = isEmbedded ? undefined : await startNginx({ bffPort: bff.port });
  console.log(`\nThe longest request of others, ${nginx ? 'through nginx' : 'at the BFF alone'}`);
  for (const [what, request] of Object.entries(kinds))
    for (const [who, crowd] of Object.entries(crowds))
      console.log(`  ${what}, ${who}: ${await measure(nginx?.port ?? bff.port, request, crowd)}`);
  await nginx?.stop();
  await bff.stop();
}
