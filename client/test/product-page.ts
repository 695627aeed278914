import type { Page, Route } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { startBff } from '@web/bff/test/start-bff';
import type { ArgumentsOf, CallKey, ReplyTo } from '#platform/api/api.ts';
import { chromium } from './browser/chromium.ts';
import { visit } from './browser/visit.ts';

type BodyOf<K extends CallKey> = Extract<ReplyTo<K>, { readonly ok: true }>['body'];
type Sent<K extends CallKey> = NonNullable<ArgumentsOf<K>[0]>;

interface Asked<K extends CallKey> {
  readonly url: URL;
  readonly body: Sent<K> extends { readonly body: infer B } ? B : undefined;
}

/** For each call that the screens make: its success, or what to answer to a request. */
export type Stubs = {
  readonly [K in CallKey]?: BodyOf<K> | ((asked: Asked<K>) => BodyOf<K> | Promise<BodyOf<K>>);
};

/**
 * A page of the built product, in a browser, whose calls are answered by stubs; a call without a stub fails as one that the BFF does not know.
 * For tests named `*.e2e.test.ts`. All is closed at the end of the test.
 */
export async function productPage(stubs: Stubs) {
  const bff = await startBff();
  onTestFinished(() => bff.stop());
  const browser = await chromium();
  onTestFinished(() => browser.close());
  const origin = `http://127.0.0.1:${bff.port}`;
  const { page, problems } = await visit(browser, origin);
  for (const [key, stub] of Object.entries(stubs)) await answer(page, key, stub);
  return {
    page,
    problems,
    /** Opens a screen: `await open('/things')`. */
    open: (path: string) => page.goto(origin + BASE_PATH + path),
  };
}

async function answer(page: Page, key: string, stub: unknown): Promise<void> {
  const [method = '', template = ''] = key.split(' ');
  const pattern = new RegExp(`^${API_PATH}${template.replaceAll(/:\w+/g, '[^/]+')}$`);
  const isAsked = ({ pathname }: URL) => pattern.test(pathname);
  await page.route(isAsked, async (route: Route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    const asked = {
      url: new URL(request.url()),
      body: request.postData() ? request.postDataJSON() : undefined,
    };
    const json = typeof stub === 'function' ? await stub(asked) : stub;
    return route.fulfill({ json });
  });
}
