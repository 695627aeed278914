import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import { platformError } from '#platform/contract/app-error.ts';
import { childOf, nodeOf } from '#platform/contract/schema/schema-node.ts';
import { SESSION_PATH, type SessionReply } from '#platform/contract/session/session-state.ts';
import { ANY_ROLE } from '#platform/contract/call.ts';
import { touch } from './find-session.ts';
import { isNavigation, toScreen } from './navigation.ts';
import type { Oidc } from './oidc/open-provider.ts';
import { stateOf } from './session-header.ts';
import type { SignInContext } from './create-sessions.ts';

const config = { permission: ANY_ROLE };

/** Session endpoints: read, keep-alive, sign-out, sign-in. Navigations are redirected to the session screen instead of getting JSON. */
export function sessionRoutes(
  app: FastifyInstance,
  context: SignInContext,
  oidc: Oidc | undefined,
  isAtIngress: boolean,
): void {
  const { schema, permissionsOf, lifecycle, store, limitCalls, refuse, isDevelopment } = context;
  const roles = Object.keys(permissionsOf).filter((role) => role !== 'anonymous');
  const offersRoles = isDevelopment && !oidc && !isAtIngress && !schema.screen;

  const replyTo = ({ sessionRecord: record }: FastifyRequest): SessionReply => ({
    session: record ? { ...stateOf(record), permissions: permissionsOf[record.role] ?? [] } : null,
    signIn: {
      provider: oidc !== undefined || isAtIngress,
      screen: schema.screen ?? null,
      ...(!globalThis.IS_BUNDLE && offersRoles && { roles }),
    },
  });
  const redirectNavigations = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (isNavigation(request)) void toScreen(reply, {});
    else done();
  };
  app.setErrorHandler<Error>((error, request, reply) => {
    if (!isNavigation(request)) throw error;
    return refuse.error(reply, error);
  });

  const limited = { config, onRequest: async (request: FastifyRequest) => limitCalls(request) };
  app.get(
    SESSION_PATH,
    { ...limited, config: { ...config, extendsSession: false }, preHandler: redirectNavigations },
    (request, reply) => reply.send(replyTo(request)),
  );
  app.post(SESSION_PATH, limited, async (request) => {
    const { sessionRecord } = request;
    if (!sessionRecord) throw platformError('unauthenticated');
    await touch(store, sessionRecord.key);
    return replyTo(request);
  });
  app.delete(SESSION_PATH, limited, async (request, reply) => {
    const ended = await lifecycle.signOut(request, reply);
    return { to: ended && oidc ? await oidc.signOut(request, ended) : null };
  });
  if (!oidc && !isAtIngress)
    app.get(`${SESSION_PATH}/sign-in`, limited, (_request, reply) =>
      offersRoles
        ? toScreen(reply, {})
        : refuse(reply, 'not-configured', { reason: 'neither OIDC_ISSUER nor INGRESS_USER_HEADER is set' }),
    );
  if (!globalThis.IS_BUNDLE && offersRoles) developmentRoles(app, context, roles);
}

/** Registers the sign-in with a chosen role, for development without a provider. Builds do not contain it. */
function developmentRoles(app: FastifyInstance, { schema, lifecycle }: SignInContext, roles: string[]): void {
  const example = (of: Type.TObject, role: string): object =>
    Object.assign(Value.Create(of), childOf(nodeOf(of), 'name') && { name: role });
  app.post<{ Body: { role: string } }>(
    `${SESSION_PATH}/role`,
    { config: { permission: ANY_ROLE }, schema: { body: Type.Object({ role: Type.Enum(roles) }) } },
    async (request, reply) => {
      const { role } = request.body;
      const content = { user: example(schema.user, role), private: example(schema.private, role) };
      await lifecycle.begin(request, reply, { subject: `a user who is ${role}`, role, ...content });
      return reply.code(204).send();
    },
  );
}
