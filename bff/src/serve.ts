import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import manifest from '#package.json' with { type: 'json' };
import { ConfigError, type Config } from './config.ts';
import { BASE_PATH } from '#contract/constants.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';
import { build } from './platform/http/build-id.ts';
import { buildManagement } from './platform/operations/management.ts';

/** With a delay: how much longer than the nginx in front, which was told to stop at the same time, the BFF accepts connections. */
const LONGER_MS = 3_000;
/** With a delay: then, for how long GETs are dropped: an nginx in front takes this BFF for failed, and tries another one. */
const DROPPING_MS = 800;
/** With a delay: then, for how long the port refuses before unused connections are closed. */
const REFUSING_MS = 200;

/**
 * Listens at both ports. A signal drains: not ready at once; for `DRAIN_DELAY_SECONDS`, and a bit longer, every request is still answered and
 * its connection closed; then GETs are dropped for a moment, and there are no new connections. What still runs `limits.DRAIN_MS` later is cut.
 */
export async function serve(app: FastifyInstance, config: Config): Promise<void> {
  const version = { 'service.version': manifest.version, build, 'process.runtime.version': process.version };
  app.log.info(version, 'start');
  let draining = false;
  let dropsGets = false;
  const management = await buildManagement(app, () => !draining);
  app.server.prependListener('request', (request, response) => {
    if (draining) response.shouldKeepAlive = false;
    if (dropsGets && request.method === 'GET') request.destroy();
  });
  const [servingMs, droppingMs, refusingMs] = config.drainDelayMs
    ? [config.drainDelayMs + LONGER_MS, DROPPING_MS, REFUSING_MS]
    : [0, 0, 0];
  const delay = servingMs + droppingMs + refusingMs + limits.DRAIN_MS;
  closeWithGrace({ delay, logger: app.log }, async ({ err, signal }) => {
    draining = true;
    if (err) app.log.fatal(err);
    else {
      app.log.info(`${signal}: draining`);
      await sleep(servingMs);
      // When a port closes, the kernel resets connections that wait to be accepted, and nginx sends no POST again. It sends a GET again, and
      // then no request to this BFF.
      dropsGets = droppingMs > 0;
      await sleep(droppingMs);
      await finish(app, refusingMs);
    }
    await app.close();
    await management.close();
  });
  await listen(management, config.host, 'MANAGEMENT_PORT', config.managementPort);
  await listen(app, config.host, 'PORT', config.port);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const origin = `http://${config.host}:${port}`;
  const what = config.isDevelopment ? 'Open' : 'Serving';
  app.log.info(
    config.clientBuild ? `${what} ${origin}${BASE_PATH}/` : `Serving calls at ${origin}${API_PATH}/`,
  );
}

/**
 * Accepts nothing more, and resolves when every request is answered. What it has accepted is not cut at once, as `close` of an HTTP server
 * would do: a request may be about to arrive there. An nginx that is refused asks another BFF; at an address that no machine has it would wait.
 */
async function finish({ server, eventStreams }: FastifyInstance, refusingMs: number): Promise<void> {
  const closed = once(server, 'close');
  Server.prototype.close.call(server);
  // Not before: they would come back.
  void eventStreams.drain();
  await sleep(refusingMs);
  server.closeIdleConnections();
  await closed;
}

async function listen(server: FastifyInstance, host: string, name: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code ?? ''))
      throw new ConfigError(`HOST="${host}": expected a name or an address of this machine (${code})`, {
        cause,
      });
    const why = code === 'EADDRINUSE' ? `is taken on ${host}; name another port` : message;
    throw new ConfigError(`${name}=${port}: ${why}`, { cause });
  }
}
