import { API_PATH, BASE_PATH } from '@web/bff/contract/constants';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { prefetch } from './prefetch.ts';
import type { PrefetchedCall, ShippedScreen } from '#platform/document/embedded.ts';

/*
 * Stands in the document, before any other script: finds the screen of this address, asks for its chunk and its first call, and
 * shows the answer in the screen's placeholder, until React takes over with that same answer.
 */
const table = document.getElementById('screens')?.textContent ?? '[]';
const screens = JSON.parse(table) as ShippedScreen[];
globalThis.shell = { screens };
const path = location.pathname.slice(BASE_PATH.length).replace(/\/+$/, '') || '/';
const awaited = document.querySelector('.awaited') as HTMLElement;

for (const screen of screens) {
  const values = valuesIn(screen[0]);
  if (!values) continue;
  begin(screen, values);
  break;
}

/** The values of a path's parameters, as they stand in the address. */
function valuesIn(pattern: string): Readonly<Record<string, string>> | undefined {
  const parts = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${parts}$`).exec(path);
  return match ? (match.groups ?? {}) : undefined;
}

/** As the application's own calls spell it. */
function respelled(value = ''): string {
  return encodeURIComponent(decodeURIComponent(value));
}

function begin(
  [pattern, title, , call, ...files]: ShippedScreen,
  values: Readonly<Record<string, string>>,
): void {
  document.title = `${title} · ${document.title}`;
  prefetch(files);
  const placeholder = document.querySelector<HTMLTemplateElement>(`template[data-path="${pattern}"]`);
  if (placeholder) awaited.replaceChildren(placeholder.content);
  if (!call) return;
  const address =
    API_PATH + call.replace('GET ', '').replace(/:(\w+)/g, (_, name: string) => respelled(values[name]));
  const controller = new AbortController();
  const answer = fetch(address, {
    headers: { [CSRF_HEADER]: 'web' },
    redirect: 'manual',
    signal: controller.signal,
  });
  const first: PrefetchedCall = { address, answer, cancel: () => controller.abort() };
  globalThis.shell = { screens, first };
  // Whoever takes the answer is told of its failure.
  answer.then(fill, () => {});

  async function fill(response: Response): Promise<void> {
    if (!response.ok) return;
    const body = (await response.clone().json()) as Readonly<Record<string, string | number>>;
    first.body = body;
    for (const slot of awaited.querySelectorAll<HTMLElement>('[data-slot]'))
      slot.textContent = String(body[slot.dataset['slot'] ?? ''] ?? '');
    for (const part of awaited.querySelectorAll<HTMLElement>('[data-first]')) part.hidden = !part.hidden;
  }
}
