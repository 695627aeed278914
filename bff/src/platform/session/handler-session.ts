import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitAttempts } from './attempts.ts';
import type { Sessions } from './create-sessions.ts';

/** The session of a handler's context: who sends the request, and what can be done about it. */
export const handlerSession =
  ({ begin, change, signOut }: Sessions, limitAttempts: LimitAttempts) =>
  (request: FastifyRequest, reply: FastifyReply) => ({
    ...request.session,
    begin: ({ token, ...who }: Parameters<Sessions['begin']>[2] & { readonly token?: string }) =>
      begin(request, reply, { ...who, ...(token !== undefined && { tokens: { access: token } }) }),
    change: (part: Parameters<Sessions['change']>[2]) => change(request, reply, part),
    end: async () => void (await signOut(request, reply)),
    limitAttempts: (account: string) => limitAttempts(request, account),
  });
