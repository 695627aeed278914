import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import Type from 'typebox';
import { onTestFinished } from 'vitest';
import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import { settings, type Settings } from '#platform/product/settings.ts';
import { example } from './example.ts';
import { fakesOf, type Fakes } from './fakes.ts';
import type { calls } from '#platform/contract/product/calls.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import type { Input } from '#platform/contract/call.ts';
import type { Events } from '#platform/contract/content.ts';
import { formDataOf } from '#platform/contract/form-data.ts';
import type { Role } from '#platform/contract/product/permissions.ts';
import type { SessionSchema } from '#platform/contract/session/define-session.ts';
import { session as sessionSchema, type Session } from '#platform/contract/product/session.ts';
import { services } from '#platform/product/services.ts';
import type { ServicesOf } from '#platform/services/define-service.ts';
import { upstreams } from '#platform/product/upstreams.ts';
import type { Upstream } from '#platform/upstreams/define-upstream.ts';

type Clients<U> = { readonly [K in keyof U]: U[K] extends Upstream<string, infer C> ? C : never };

const examplesOf = (schema: SessionSchema | null) =>
  schema && { user: example(schema.user), private: example(schema.private) };

interface Options {
  /** Role of the example session of every request. Without a role, requests are anonymous. */
  readonly role?: Role;
  /** Session of every request, instead of the example session. */
  readonly session?: Session;
  /** Fakes of the backend services' clients. Nothing is sent. */
  readonly upstreams?: Fakes<Clients<typeof upstreams>>;
  readonly services?: Fakes<ServicesOf<typeof services>>;
  /** Overrides of the example settings. */
  readonly settings?: Partial<Settings>;
}

type Key = keyof typeof calls;
/** Input of a call. Partial, because a test also sends invalid input. */
type Sent<K extends Key> = Partial<Input<(typeof calls)[K], string | Buffer>>;

type SuccessOf<K extends Key> = (typeof calls)[K]['responses'][keyof (typeof calls)[K]['responses']];
/** Data of a call's events; `never` for a call without events. */
type EventOf<K extends Key> = SuccessOf<K> extends Events<infer S> ? Type.Static<S> : never;

/** Builds the product with its own contract and handlers, for a test. Errors are logged to the console. */
export async function productApp(options: Options = {}) {
  // Typed as `object`, because the platform does not know which members a product adds to its sessions.
  const signedIn: object = { subject: 'ann', role: options.role, ...examplesOf(sessionSchema) };
  const session = options.session ?? (options.role ? (signedIn as Session) : null);
  const examples: object = example(Type.Object(settings));
  const names = Object.keys(upstreams);
  const config = {
    ...readConfig({}),
    logLevel: 'error',
    upstreams: Object.fromEntries(names.map((name) => [name, new URL('http://not-used.invalid')])),
    settings: { ...examples, ...options.settings },
  };
  const clients = fakesOf('upstreams', names, options.upstreams);
  const opened = fakesOf('services', Object.keys(services), options.services);
  const app = await buildApp(config, {
    upstreams: Object.fromEntries(
      clients.map(([name, client]) => [name, { name, client: () => client, options: {} }]),
    ),
    services: Object.fromEntries(opened.map(([name, service]) => [name, () => service])),
    authenticate: () => session,
    logTo: { write: (entry) => console.error(entry.trimEnd()) },
  });
  onTestFinished(() => app.close());

  const requestOf = (key: Key, input: object): InjectOptions => {
    const { params, query, headers, body } = input as Record<string, Record<string, string> | undefined>;
    const { files } = input as { readonly files?: Readonly<Record<string, File>> };
    const payload = files ? formDataOf(body, files) : body;
    const [method, path = ''] = key.split(' ');
    const url = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
    return {
      method: method as 'GET',
      url: API_PATH + url,
      headers: { 'x-requested-by': 'test', ...headers },
      ...(query && { query }),
      ...(payload && { payload }),
    };
  };

  /** Sends a call as the client does: `call('POST /notes', { body: { title: 'x' } })`. `files: { scan: new File(…) }` sends a form. */
  const call = <K extends Key>(key: K, input: Sent<K> = {}): Promise<LightMyRequestResponse> =>
    app.inject(requestOf(key, input));

  /**
   * Yields the events of a call: `for await (const event of events('GET /notes/count'))`. Leaving the loop closes the connection, so that the
   * handler's `signal` aborts. If the call fails, throws an error that contains the response.
   */
  async function* events<K extends Key>(key: K, input: Sent<K> = {}): AsyncGenerator<EventOf<K>, void> {
    const reply = await app.inject({ ...requestOf(key, input), payloadAsStream: true });
    const stream = reply.stream().setEncoding('utf8');
    try {
      let text = '';
      for await (const chunk of stream) {
        const blocks = (text + String(chunk)).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith('event: ')) throw new Error(`${key} ended with a problem: ${block}`);
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data !== undefined) yield JSON.parse(data) as EventOf<K>;
        }
      }
      if (text !== '') throw new Error(`${key} returned ${reply.statusCode}: ${text}`);
    } finally {
      reply.raw.res.destroy();
    }
  }
  return { app, call, events };
}
