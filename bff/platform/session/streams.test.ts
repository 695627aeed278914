import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { events } from '#platform/contract/content.ts';
import { signIn } from '#platform/test/session/at-provider.ts';
import { pass } from '#platform/test/session/pass.ts';
import { sessionApp, startSessionApp } from '#platform/test/session/session-app.ts';
import { sessionModules } from '#platform/test/session/session-modules.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { createSessions } from './create-sessions.ts';
import { StoreUnavailable } from './store/session-store.ts';

const ann = { subject: 'ann', role: 'reader', name: 'Ann' };

/** Application with a call `GET /events`. `aborted` is the abort reason of its handler. */
function withEvents() {
  const state: { aborted?: unknown } = {};
  const watch = async function* ({ signal }: { signal: AbortSignal }) {
    signal.addEventListener('abort', () => (state.aborted = signal.reason));
    yield { id: '1' };
    await new Promise(() => {});
  };
  const responses = { 200: events(Type.Object({ id: Type.String() }), { id: 'id' }) };
  const call = { id: 'watch', summary: '', permission: 'thing:read', errors: [], responses };
  const modules = {
    calls: { ...sessionModules.calls, 'GET /events': call },
    handlers: { ...sessionModules.handlers, 'GET /events': watch },
  };
  return { modules, state };
}

/** Opens an event stream and reads its first event. */
async function open(app: FastifyInstance, visitor: Visitor) {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const cookie = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { body } = await fetch(`${origin}${API_PATH}/events`, { headers: { cookie } });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('id: 1');
  onTestFinished(() => void reader.cancel().catch(() => {}));
  const received: string[] = [];
  const readOn = async () => {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      received.push(chunk.value);
  };
  /** Rejects when the BFF destroys the connection. */
  const end = readOn();
  end.catch(() => {});
  return { end, received };
}

test('a generator that reports a rejected credential ends its session', async () => {
  const { promise: isRejected, resolve: reject } = Promise.withResolvers<void>();
  const { modules } = withEvents();
  const watch = async function* ({ fail }: { fail: (code: string) => never }) {
    yield { id: '1' };
    await isRejected;
    fail('unauthenticated');
  };
  const handlers = { ...modules.handlers, 'GET /events': watch };
  const { app } = await sessionApp({}, { ...modules, handlers });
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', ann);
  const { end } = await open(app, visitor);
  pass(61_000);
  reject();
  await expect(end).rejects.toThrow();
  expect(await visitor.status('GET /things')).toBe(401);
});

async function watching() {
  const { modules, state } = withEvents();
  const { app } = await sessionApp({}, modules);
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', ann);
  return { app, visitor, state, ...(await open(app, visitor)) };
}

test.each<[string, object?]>([
  ['DELETE /session'],
  ['DELETE /sign-in'],
  ['POST /sign-in', { ...ann, subject: 'bo' }],
])('%s ends the event streams of the session and aborts their handlers', async (key, body) => {
  const { visitor, end, state } = await watching();
  await visitor.call(key, body);
  await expect(end).rejects.toThrow();
  expect(state.aborted).toMatchObject({ message: 'the session has ended' });
});

test.each<[string, (visitor: Visitor) => unknown]>([
  [
    'reaches its idle timeout, which an event stream does not extend',
    () => vi.setSystemTime(Date.now() + limits.SESSION_IDLE_MS),
  ],
  ['gets another role', (visitor) => visitor.call('PATCH /sign-in', { role: 'keeper' })],
])('an event stream ends with its next comment when the session %s', async (_what, happen) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { visitor, end, received } = await watching();
  await vi.advanceTimersByTimeAsync(limits.STREAM_COMMENT_MS);
  await vi.waitFor(() => expect(received).toEqual([':\n\n']));
  await happen(visitor);
  await vi.advanceTimersByTimeAsync(limits.STREAM_COMMENT_MS);
  await expect(end).rejects.toThrow();
});

test('an event stream ends when the role check is due, unless another call has confirmed the role', async () => {
  const bo: Record<string, unknown> = { name: 'Bo', role: 'reader' };
  const { modules } = withEvents();
  const { app, visitor } = await startSessionApp({ users: { bo }, modules });
  await signIn(visitor, 'bo');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = await open(app, visitor);
  const toComment = () => vi.advanceTimersByTimeAsync(limits.STREAM_COMMENT_MS);
  const pastExpiry = () => vi.setSystemTime(Date.now() + 300_000);
  pastExpiry();
  // This call of the same session performs the role check that is due.
  expect(await visitor.status('GET /things')).toBe(200);
  await toComment();
  await vi.waitFor(() => expect(first.received).toEqual([':\n\n']));
  delete bo['role'];
  pastExpiry();
  await toComment();
  await expect(first.end).rejects.toThrow();
  expect(await visitor.status('GET /events')).toBe(401);
});

test('an event stream ends when a sign-in beyond SESSIONS_PER_SUBJECT ends the stream’s session', async () => {
  const { app, visitor, end } = await watching();
  for (let begun = 1; begun < limits.SESSIONS_PER_SUBJECT; begun += 1)
    await new Visitor(app, { 'x-forwarded-for': `192.0.2.${begun}` }).call('POST /sign-in', ann);
  expect(await visitor.status('GET /who')).toBe(200);
  await new Visitor(app).call('POST /sign-in', ann);
  await expect(end).rejects.toThrow();
});

test.each([
  [
    'keeps a stream open while the store is unavailable',
    () => Promise.reject(new StoreUnavailable('timeout')),
    0,
  ],
  ['ends the streams of a session that another process ended', async () => undefined, 1],
])('the session check of an event stream %s', async (_what, read, count) => {
  const end = vi.fn();
  const { endStreamIfOver } = createSessions(
    { store: { read }, schema: sessionModules.session } as never,
    async () => {},
  );
  const request = { sessionRecord: { key: 'key' }, server: { eventStreams: { end } } };
  await endStreamIfOver(request as never, () => true);
  expect(end).toHaveBeenCalledTimes(count);
});
