import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { sessionHint } from '#platform/contract/session/session-state.ts';
import { sessionApp } from '#platform/test/session/session-app.ts';
import { sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';
import { createVersions } from './session-version.ts';

const ann = { subject: 'ann', role: 'reader', name: 'Ann' };
const bo = { subject: 'bo', role: 'reader', name: 'Bo' };

async function twoUsers() {
  const done: string[] = [];
  const config = { permission: 'public:read' };
  const plugins = async (app: FastifyInstance) => {
    app.all(`${API_PATH}/thing`, { config }, (request, reply) => {
      done.push(request.method);
      return reply.code(204).send();
    });
  };
  const { app } = await sessionApp({}, { plugins });
  const visitor = new Visitor(app);
  const signIn = async (who: object, by = visitor) => {
    await by.call('POST /sign-in', who);
    const { session } = (await by.call('GET /session')).json() as { session: { version: string } };
    return session.version;
  };
  const send = (method: string, known?: string) =>
    visitor.call(
      `${method} /thing`,
      method === 'GET' ? undefined : { a: 1 },
      known === undefined ? {} : { 'x-session': known },
    );
  return { app, done, signIn, send };
}

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'a %s from a page of another user is refused before its handler, and names the user who is signed in',
  async (method) => {
    const { done, signIn, send } = await twoUsers();
    const ofAnn = await signIn(ann);
    const ofBo = await signIn(bo);
    const reply = await send(method, ofAnn);
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'other-user' }]);
    expect(sessionHeaderOf(reply)).toMatchObject({ subject: 'bo' });
    expect((await send('GET', ofAnn)).statusCode).toBe(204);
    expect((await send(method, ofBo)).statusCode).toBe(204);
    expect(done).toEqual(['GET', method]);
  },
);

test('a page of an earlier session of the same user, of an older build, or of no session may write', async () => {
  const { app, signIn, send } = await twoUsers();
  const other = await signIn(ann, new Visitor(app));
  await signIn(ann);
  for (const known of [other, 'AAAAAAAAAAA', 'none', '', undefined])
    expect((await send('PUT', known)).statusCode).toBe(204);
});

test('a sign-in form whose session has ended signs in; with another user’s session, it is refused', async () => {
  const { app } = await sessionApp();
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', ann);
  const known = { 'x-session': visitor.cookie(sessionHint()) ?? '' };
  await visitor.call('DELETE /session');
  expect((await visitor.call('POST /sign-in', bo, known)).statusCode).toBe(204);
  expect((await visitor.call('POST /sign-in', ann, known)).statusCode).toBe(409);
});

test('all current secrets recognize a subject; a version reveals it to none', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  const old = createVersions([first]).versionFor('ann');
  const isForAnother = (secrets: string[], subject: string, current = 'x') =>
    createVersions(secrets).isForAnother({
      method: 'PUT',
      headers: { 'x-session': old },
      sessionRecord: { subject, version: current },
    } as unknown as FastifyRequest);
  expect(isForAnother([second, first], 'ann')).toBe(false);
  expect(isForAnother([second, first], 'bo')).toBe(true);
  expect(isForAnother([second], 'ann')).toBe(true);
  expect(isForAnother([second], 'ann', old)).toBe(false);
  expect(createVersions([second]).versionFor('ann').slice(0, 8)).not.toBe(old.slice(0, 8));
});
