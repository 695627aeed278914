import { resolve } from 'node:path';
import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import { serve } from '#platform/serve.ts';
import { settings } from '#platform/product/settings.ts';
import { upstreams } from '#platform/product/upstreams.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { ANY_ROLE } from '#platform/contract/call.ts';

// The product from its sources, with its built client and a call that signs in any user.
const config = readConfig(process.env, { upstreams, settings });
const app = await buildApp({ ...config, clientBuild: resolve(import.meta.dirname, '../../../client/dist') });
const permission = { config: { permission: ANY_ROLE } };
app.post(`${API_PATH}/session/test`, permission, async (request, reply) => {
  await app.signIn?.handlerSession(request, reply).begin(request.body as never);
  return reply.code(204).send();
});
await serve(app, config);
