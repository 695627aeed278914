import { AppError, platformError } from '#contract/kit/app-error.ts';
import { isMarked } from '#contract/kit/content.ts';
import { limits } from '#contract/constants.ts';
import { acceptBytes } from './bytes-body.ts';
import { send } from './send-reply.ts';
import { closed } from '#contract/kit/closed-schema.ts';
import { compileWaiting, serializerCompiler, validatorCompiler } from './validation.ts';
/** Makes an ordinary route of every call of the contract; one that nothing fills does not compile. */
export const registerCalls =
  (catalogue, calls, handlers, { allowMocks } = { allowMocks: false }) =>
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    app.addHook('onListen', compileWaiting);
    const fail = (code, extra) => {
      const entry = catalogue[code];
      if (!entry) throw new TypeError(`${code} is not in the catalogue`);
      throw new AppError(code, entry, extra ? { extra } : {});
    };
    for (const [key, call] of Object.entries(calls)) {
      const [method, url] = split(key, call);
      const filling = handlers[key];
      if (typeof filling === 'object' && !allowMocks)
        throw new Error(`${key} is mocked, which production takes only with ALLOW_MOCKS=true`);
      const work = workOf(filling);
      if (call.body && isMarked(call.body) && call.body.kind === 'bytes')
        acceptBytes(app, call.body.mediaType);
      const statuses = Object.keys(call.ok).map(Number);
      app.route({
        method,
        url,
        config: {
          permission: call.permission,
          call: call.id,
          deadlineMs: call.deadlineMs ?? limits.CALL_MS,
          ...(call.compress === false && { compress: false }),
        },
        schema: schemaOf(call),
        handler: async (request, reply) => {
          const { params, query, headers, body, session, deadline, log } = request;
          if (typeof filling === 'object') reply.header('x-mock', 'true');
          const outcome = await deadline.meet(
            work({
              params,
              query,
              headers,
              body,
              session,
              // Made when the work asks for them.
              get signal() {
                return deadline.signal;
              },
              get upstreams() {
                return request.upstreams;
              },
              log,
              fail,
              request,
              reply,
            }),
          );
          const [only] = statuses;
          const success = statuses.length === 1 ? { status: only, body: outcome } : outcome;
          return send(reply, success.status ?? 200, call, success.body);
        },
      });
    }
  };
function workOf(filling) {
  if (typeof filling === 'function') return filling;
  if (filling === 'not-implemented')
    return () => {
      throw platformError('not-implemented');
    };
  return () => filling.mock;
}
function schemaOf(call) {
  const replies = Object.entries(call.ok).filter(([, content]) => !isMarked(content));
  return {
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: closed(call.query) }),
    ...(call.headers && { headers: call.headers }),
    ...(call.body && !isMarked(call.body) && { body: closed(call.body) }),
    response: Object.fromEntries(replies),
  };
}
/** A key such as `GET /things/:thingId`; every parameter of its path is one of the schema, and the other way round. */
function split(key, call) {
  const [method, url] = key.split(' ');
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const described = Object.keys(call.params?.properties ?? {});
  const odd = named
    .filter((name) => !described.includes(name ?? ''))
    .concat(described.filter((name) => !named.includes(name)));
  if (odd.length > 0)
    throw new Error(`${key}: ${odd.join(', ')} stands in the path or in params, but not in both`);
  return [method, url];
}
