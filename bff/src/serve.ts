import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { ConfigError, type Config } from './config.ts';
import { API_PATH, BASE_PATH, limits } from '#contract/constants.ts';
import { buildManagement } from './platform/operations/management.ts';

/** Listens at both ports. A signal drains: not ready, no new connections; what still runs after `limits.DRAIN_MS` is cut. */
export async function serve(app: FastifyInstance, config: Config): Promise<void> {
  let draining = false;
  const management = await buildManagement(app, () => !draining);
  closeWithGrace({ delay: limits.DRAIN_MS, logger: app.log }, async ({ err, signal }) => {
    draining = true;
    if (err) app.log.fatal(err);
    else app.log.info(`${signal}: draining`);
    await app.close();
    await management.close();
  });
  await listen(management, config.host, 'MANAGEMENT_PORT', config.managementPort);
  await listen(app, config.host, 'PORT', config.port);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const origin = `http://${config.host}:${port}`;
  app.log.info(config.clientBuild ? `Open ${origin}${BASE_PATH}/` : `Serving calls at ${origin}${API_PATH}/`);
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
