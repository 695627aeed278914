/*
 * The document's inline script, which runs first. It finds the screen for this address, prefetches its files, sends its calls, and fills the
 * screen's placeholder with the first response. React then renders the screen with that same response.
 */
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { CSRF_HEADER } from '@web/bff/platform/contract/csrf';
import { sessionHint } from '@web/bff/platform/contract/session/session-state';
import { callIn, type DocumentCall, type DocumentScreen, type PrefetchedCall } from './bootstrap-data.ts';
import { matchScreen, paramsOf } from './match-screen.ts';
import { restorePostLogoutRedirect } from '#platform/session/post-logout-redirect.ts';
import { readSearch } from '#platform/screens/read-search.ts';
import { placeholderOf } from './placeholder-of.ts';
import { prefetch } from './prefetch.ts';

type Value = string | number | boolean | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>>;

const table = document.getElementById('screens') as HTMLElement;
const screens = JSON.parse(table.textContent) as readonly DocumentScreen[];
const prefetched = new Map<string, PrefetchedCall>();
const screenAt = (pathname: string) => matchScreen(screens, pathname);
globalThis.bootstrapData = { screenAt, prefetched, placeholderOf };

if (import.meta.env.SIGN_IN) restorePostLogoutRedirect();
const hasSession = import.meta.env.SIGN_IN && document.cookie.includes(`${sessionHint()}=`);
if (import.meta.env.SIGN_IN && !hasSession) document.documentElement.dataset['anonymous'] = '';

const pathname = location.pathname.slice(BASE_PATH.length);
const screen = screenAt(pathname);
if (screen) {
  const { path, title, files, calls = [], callsWithSession = [], search } = screen;
  document.title = `${title} · ${document.title}`;
  const pending = document.querySelector('.pending-screen') as HTMLElement;
  pending.replaceChildren(placeholderOf(path));
  const fill = async (response: Response) => {
    if (response.ok) pending.replaceChildren(placeholderOf(path, await response.clone().json()));
  };
  try {
    const read = readSearch(search ?? {}, new URLSearchParams(location.search));
    const values = { ...read.values, ...paramsOf(path, pathname) } as Values;
    // The loader of a refused search sends no calls.
    const possible = read.isRefused ? [] : hasSession ? [...calls, ...callsWithSession] : calls;
    const isWanted = (entry: DocumentCall) =>
      typeof entry === 'string' ||
      Object.entries(entry.where).every(([name, value]) => values[name] === value);
    const [first] = possible.filter(isWanted).map((entry) => send(callIn(entry), values));
    first?.then(fill).catch(() => {});
  } catch {
    // The address is not valid UTF-8 (`%FF`): the application shows the not-found screen.
  }
  prefetch(files);
}

/** Sends a call with the values from the address. If the call fails, the consumer of the response handles the error. */
function send(call: string, values: Values): Promise<Response> {
  const [path = '', query = ''] = call.slice('GET '.length).split('?');
  // Encodes the URL exactly as the application does, because it is the key in `prefetched`.
  let url = API_PATH + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, text] of new URLSearchParams(query))
    for (const value of [text.startsWith(':') ? values[text.slice(1)] : text].flat())
      if (value !== undefined) search.append(name, String(value));
  search.sort();
  if (search.size > 0) url += `?${search}`;
  const controller = new AbortController();
  const { signal } = controller;
  const response = fetch(url, { headers: { [CSRF_HEADER]: 'web' }, redirect: 'manual', signal });
  response.catch(() => {});
  prefetched.set(url, { response, cancel: () => controller.abort() });
  return response;
}
