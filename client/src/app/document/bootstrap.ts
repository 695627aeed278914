/*
 * The inline script of the document, which runs before any other. It finds the screen of this address, fetches the screen's files, makes its calls, and
 * shows the first response in the screen's placeholder until React renders the screen with that same response.
 */
import { BASE_PATH } from '@web/bff/contract/constants';
import { API_PATH } from '@web/bff/contract/kit/api-path';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { sessionHint } from '@web/bff/contract/kit/session/session-state';
import {
  callIn,
  type DocumentCall,
  type DocumentScreen,
  type PrefetchedCall,
} from '#platform/document/embedded.ts';
import { matchScreen } from '#platform/document/match-screen.ts';
import { readSearch } from '#platform/screens/read-search.ts';
import { placeholderOf } from './placeholder-of.ts';
import { prefetch } from '#platform/document/prefetch.ts';

type Value = string | number | boolean | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>>;

const table = document.getElementById('screens') as HTMLElement;
const screens = JSON.parse(table.textContent) as readonly DocumentScreen[];
const prefetched = new Map<string, PrefetchedCall>();
globalThis.embedded = { screens, prefetched, placeholderOf };

const hasSession = import.meta.env.SIGN_IN && document.cookie.includes(`${sessionHint()}=`);
if (import.meta.env.SIGN_IN && !hasSession) document.documentElement.dataset['anonymous'] = '';

const match = matchScreen(screens, location.pathname.slice(BASE_PATH.length));
if (match) {
  const { path, title, files, calls = [], callsWithSession = [], search } = match.screen;
  document.title = `${title} · ${document.title}`;
  prefetch(files);
  const pending = document.querySelector('.pending-screen') as HTMLElement;
  pending.replaceChildren(placeholderOf(path));
  try {
    const read = search && readSearch(search, new URLSearchParams(location.search));
    const values = { ...read } as Record<string, Value>;
    for (const name in match.params) values[name] = decodeURIComponent(match.params[name] ?? '');
    const possible = hasSession ? [...calls, ...callsWithSession] : calls;
    const wanted = possible.filter((entry) => isFor(entry, values));
    const [first] = wanted.map((entry) => send(callIn(entry), values));
    void first?.response?.then((response) => show(response, pending, path)).catch(() => {});
  } catch {
    // The address is not UTF-8 (`%FF`): the application makes the call, and shows its error.
  }
}

/** Whether the call is made at an address with these values. */
function isFor(entry: DocumentCall, values: Values): boolean {
  if (typeof entry === 'string') return true;
  return Object.entries(entry.where).every(([name, value]) => values[name] === value);
}

/** Makes a call with values of the address. Whoever takes the response handles its failure. */
function send(call: string, values: Values): PrefetchedCall {
  const [path = '', query = ''] = call.slice('GET '.length).split('?');
  // Encoded as the application's own calls encode it: the same URL is the same call.
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
  const sent: PrefetchedCall = { response, cancel: () => controller.abort() };
  prefetched.set(url, sent);
  return sent;
}

async function show(response: Response, pending: HTMLElement, path: string): Promise<void> {
  if (!response.ok) return;
  pending.replaceChildren(placeholderOf(path, await response.clone().json()));
}
