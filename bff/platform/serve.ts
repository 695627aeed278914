import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import manifest from '#package.json' with { type: 'json' };
import { ConfigError, type Config } from './config.ts';
import { BASE_PATH } from './contract/product/constants.ts';
import { API_PATH } from './contract/api-path.ts';
import { limits } from './contract/limits.ts';
import { build } from './http/build-id.ts';
import { buildManagement } from './operations/management.ts';

/** First step of a drain, after DRAIN_DELAY_SECONDS: keeps serving until nginx has stopped. nginx gets its signal at the same time as the BFF. */
const LONGER_MS = 3_000;
/** Second step: destroys each GET that arrives. nginx retries the GET at another BFF, and marks this BFF as failed. */
const DROPPING_MS = 800;
/** Third step: refuses new connections, but keeps idle connections open. */
const REFUSING_MS = 200;

/**
 * Listens on both ports. After a signal, `/readyz` returns 503, and responses have `Connection: close`. `DRAIN_DELAY_SECONDS` later, the three steps
 * above begin. The process ends after the last response, at the latest `limits.DRAIN_MS` after the third step.
 */
export async function serve(app: FastifyInstance, config: Config): Promise<void> {
  const version = { 'service.version': manifest.version, build, 'process.runtime.version': process.version };
  app.log.info(version, 'starting');
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
      // Dropped GETs make nginx stop using this BFF before the port closes. Closing the port resets connections not yet accepted, and nginx does not
      // retry POSTs.
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
 * Stops accepting connections, and resolves after the last response. Unlike `close` of an HTTP server, keeps idle connections open for `refusingMs`,
 * because a request may already be on its way. When a connection is refused, nginx tries the next instance.
 */
async function finish({ server, eventStreams }: FastifyInstance, refusingMs: number): Promise<void> {
  const closed = once(server, 'close');
  Server.prototype.close.call(server);
  // Ends event streams only after the port is closed. Otherwise their clients would reconnect to this instance.
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
