import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { SESSION_PATH } from '#contract/kit/session/session-state.ts';
import { SESSION_PERMISSION } from './authorize.ts';
import type { Sessions } from './create-sessions.ts';

interface Options {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly lifecycle: Sessions;
}

/** In development without a provider, people choose a role. No build contains this. */
export function developmentRoles(app: FastifyInstance, { schema, permissionsOf, lifecycle }: Options): void {
  const roles = Object.keys(permissionsOf).filter((role) => role !== 'anonymous');
  const Body = Type.Object({ role: Type.Enum(roles) });
  const example = (of: Type.TObject, role: string): object => {
    const named = 'name' in of.properties ? { name: role } : {};
    return { ...(Value.Create(of) as object), ...named };
  };
  app.post<{ Body: { role: string } }>(
    `${SESSION_PATH}/role`,
    { config: { permission: SESSION_PERMISSION }, schema: { body: Body } },
    async (request, reply) => {
      const { role } = request.body;
      const content = { person: example(schema.person, role), private: example(schema.private, role) };
      await lifecycle.begin(request, reply, { subject: `a person who is ${role}`, role, ...content });
      return reply.code(204).send();
    },
  );
}
