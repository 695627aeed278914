import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { errors } from '@web/bff/platform/contract/product/errors';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { AppError, type Fail, failWith } from '@web/bff/platform/contract/app-error';
import type { CodesOf } from '@web/bff/platform/contract/call';
import type { PlatformCode } from '@web/bff/platform/contract/platform-errors';
import type { Role } from '@web/bff/platform/contract/product/permissions';
import type { SessionSchema } from '@web/bff/platform/contract/session/define-session';
import { type Session, session } from '@web/bff/platform/contract/product/session';
import { example } from '@web/bff/platform/testing/example';
import { root, run } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import type { ArgumentsOf, CallKey, CallOf, ReplyTo } from '#platform/api/api.ts';
import { chromium } from './browser/chromium.ts';
import { problem, type Reply, stubBff } from './browser/stub-bff.ts';
import { takePictures } from './browser/take-pictures.ts';
import { isDeclared, visit } from './browser/visit.ts';

type BodyOf<K extends CallKey> = Extract<ReplyTo<K>, { readonly ok: true }>['body'];
type Sent<K extends CallKey> = NonNullable<ArgumentsOf<K>[0]>;

interface Asked<K extends CallKey> {
  readonly url: URL;
  readonly body: Sent<K> extends { readonly body: infer B } ? B : undefined;
  /** Returns an error, as in a handler: `fail('conflict', { version: 2 })`. */
  readonly fail: Fail<typeof errors, K, CodesOf<CallOf<K>> | PlatformCode>;
}

/** Responses by call: the body, or a function that returns it. All events of a stream are sent at once. */
export type Stubs = {
  readonly [K in CallKey]?: BodyOf<K> | ((asked: Asked<K>) => BodyOf<K> | Promise<BodyOf<K>>);
};

type User = Session extends { readonly user: infer P } ? P : never;

interface Options extends Stubs {
  /** Signs a user in with this role. Anonymous if omitted. */
  readonly role?: Role;
  /** Session data exposed to the browser. Defaults to an example. */
  readonly user?: User;
  /** Origin of a fake backend service. If given, calls reach the product's BFF instead of stubs, and every upstream of the BFF is this service. */
  readonly service?: string;
}

const exampleOf = (schema: SessionSchema | null, part: 'user' | 'private') => schema && example(schema[part]);

/** Starts the product's BFF. Settings have example values, and every upstream is `service`. */
async function startProduct(service = 'http://not-used.invalid', main = 'dist/main.js') {
  const { stdout } = await run('node', [join(root, 'bff/platform/testing/product-env.ts'), service]);
  return startBff(JSON.parse(stdout) as Record<string, string>, join(root, 'bff', main));
}

/**
 * Opens a page of the built product in a browser, with stubbed calls. A call without a stub fails the test, and the error names the call. Closes
 * everything when the test ends. For tests named `*.e2e.test.ts`.
 */
export async function productPage({ role, user, service, ...stubs }: Options = {}) {
  if (!existsSync(join(root, 'client/dist/client-manifest.json')))
    throw new Error('client/dist is missing: run npm run build first, and after each change of the client');
  const main = service && role ? 'platform/testing/main-with-sign-in.ts' : undefined;
  const bff = await startProduct(service, main);
  onTestFinished(() => bff.stop());
  const browser = await chromium();
  onTestFinished(() => browser.close());
  const origin = `http://127.0.0.1:${bff.port}`;
  const { page, problems } = await visit(browser, origin);
  const { SCREENSHOTS: pictures } = process.env;
  if (pictures) onTestFinished(({ task }) => takePictures(page, pictures, task.name));
  // Responds with an empty image to requests to the product's external `sources`.
  await page.route(
    (url) => url.origin !== origin && isDeclared(url.href),
    (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const open = (path: string) => page.goto(origin + BASE_PATH + path);
  const known: object | undefined = user;
  const who = role && { subject: 'ann', role, user: { ...(known ?? exampleOf(session, 'user')) } };
  if (service) {
    const data = { ...who, private: exampleOf(session, 'private') };
    const signIn = { data, headers: { 'x-requested-by': 'test' }, failOnStatusCode: true };
    if (who) await page.request.post(`${origin}${API_PATH}/session/test`, signIn);
    return { page, problems, open };
  }
  const missing = new Set<string>();
  onTestFinished(() => {
    if (missing.size > 0) throw new Error([...missing].join('\n'));
  });
  const patterns = Object.entries(stubs).map(
    ([key, stub]) => [new RegExp(`^${key.replaceAll(/:\w+/g, '[^/]+')}$`), stub as unknown] as const,
  );
  const { begin } = await stubBff(page.context(), origin, async (key, request): Promise<Reply> => {
    // Client reports need no stub: a test finds the page's errors in `problems`.
    if (key === 'POST /client-reports') return { status: 204 };
    const stub = patterns.find(([pattern]) => pattern.test(key))?.[1];
    if (stub === undefined) {
      const title = `${key} has no stub`;
      missing.add(title);
      return { status: 501, json: { code: 'not-implemented', status: 501, title, detail: title } };
    }
    const asked = {
      url: new URL(request.url()),
      body: request.postData() ? (request.postDataJSON() as unknown) : undefined,
      fail: failWith(errors),
    };
    const answer = async () => (typeof stub === 'function' ? ((await stub(asked)) as unknown) : stub);
    const body = await answer().catch((error: unknown) => error);
    if (body instanceof AppError) return problem(body);
    if (body instanceof Error) throw body;
    if (!Object(body)[Symbol.asyncIterator]) return { json: body };
    const events: unknown[] = [];
    for await (const event of body as AsyncIterable<unknown>) events.push(event);
    return { events };
  });
  if (who) await begin(who);
  return { page, problems, open };
}
