import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import { SESSION_PATH } from '#contract/kit/session/session-state.ts';
import { ANY_ROLE } from '#contract/kit/call.ts';
import type { SignInContext } from './sign-in-context.ts';

/** Signs in with a chosen role during development without a provider. Builds do not contain it. */
export function developmentRoles(
  app: FastifyInstance,
  { schema, lifecycle }: SignInContext,
  roles: string[],
): void {
  const example = (of: Type.TObject, role: string): object => {
    const named = 'name' in of.properties ? { name: role } : {};
    return { ...(Value.Create(of) as object), ...named };
  };
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
