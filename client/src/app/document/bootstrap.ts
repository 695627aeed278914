/*
 * The inline script of the document, which runs before any other. It finds the screen of this address, fetches the screen's files, makes its calls, and
 * shows the first response in the screen's placeholder until React renders the screen with that same response.
 */
import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import type { PrefetchedCall, ScreenEntry } from '#platform/document/embedded.ts';
import { matchScreen } from '#platform/document/match-screen.ts';
import { prefetch } from './prefetch.ts';

const table = document.getElementById('screens') as HTMLElement;
const screens = JSON.parse(table.textContent) as ScreenEntry[];
const prefetched = new Map<string, PrefetchedCall>();
globalThis.embedded = { screens, prefetched };

const match = matchScreen(screens, location.pathname.slice(BASE_PATH.length));
if (match) {
  const { path, title, files, prefetch: calls = [] } = match.screen;
  document.title = `${title} · ${document.title}`;
  prefetch(files);
  const pending = document.querySelector('.pending-screen') as HTMLElement;
  const placeholder = document.querySelector<HTMLTemplateElement>(`template[data-path="${path}"]`);
  if (placeholder) pending.replaceChildren(placeholder.content);
  try {
    const [first] = calls.map((call) => send(call, match.params));
    void first?.response?.then((response) => fillPlaceholder(first, response, pending)).catch(() => {});
  } catch {
    // The address is not UTF-8 (`%FF`): the application makes the call, and shows its error.
  }
}

/** Makes a call whose parameters come from the screen's path. Whoever takes the response handles its failure. */
function send(call: string, params: Readonly<Record<string, string>>): PrefetchedCall {
  // Encoded as the application's own calls encode it: the same URL is the same call.
  const url = call
    .replace('GET ', API_PATH)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(decodeURIComponent(params[name] ?? '')));
  const controller = new AbortController();
  const { signal } = controller;
  const response = fetch(url, { headers: { [CSRF_HEADER]: 'web' }, redirect: 'manual', signal });
  response.catch(() => {});
  const sent: PrefetchedCall = { response, cancel: () => controller.abort() };
  prefetched.set(url, sent);
  return sent;
}

async function fillPlaceholder(
  call: PrefetchedCall,
  response: Response,
  pending: HTMLElement,
): Promise<void> {
  if (!response.ok) return;
  const body = (await response.clone().json()) as Readonly<Record<string, string | number>>;
  call.body = body;
  for (const slot of pending.querySelectorAll<HTMLElement>('[data-slot]'))
    slot.textContent = String(body[slot.dataset['slot'] ?? ''] ?? '');
  for (const part of pending.querySelectorAll<HTMLElement>('[data-toggle]')) part.hidden = !part.hidden;
}
