/** Milliseconds since the navigation began, measured in the page. */
export interface Seen {
  /** First and largest contentful paint. */
  fcp: number;
  lcp: number;
  /** The version from the API is visible in the document. */
  data: number;
  /** React has its listeners, the first link belongs to it, and the tasks queued with that are done. */
  interactive: number;
  /** The first screen belongs to React, too. */
  screen: number;
  /** Sum of all layout shifts; no unit. */
  shift: number;
  /** Tasks of more than 50 ms: when they began, and how long they took. */
  readonly longTasks: (readonly [from: number, duration: number])[];
}

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var seen: Seen;
  // oxlint-disable-next-line no-var -- as above
  var seenAll: Promise<void>;
}

/** Runs in the page before the page's own scripts; the same for every application built with React. */
export function probe(version: string): void {
  const seen: Seen = { fcp: 0, lcp: 0, data: 0, interactive: 0, screen: 0, shift: 0, longTasks: [] };
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(globalThis, { seen, seenAll: promise });

  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on('layout-shift', (entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value));
  on('longtask', ({ startTime, duration }) => seen.longTasks.push([startTime, duration]));

  const has = (element: Element | null, key: string) =>
    element !== null && Object.keys(element).some((name) => name.startsWith(key));
  const isOfReact = (selector: string) => has(document.querySelector(`#root ${selector}`), '__reactFiber$');
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own target below
  const { addEventListener } = EventTarget.prototype;
  // Hydration changes nothing in the document, but it starts with React's listeners.
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
    if (this instanceof Element && this.id === 'root') {
      EventTarget.prototype.addEventListener = addEventListener;
      afterQueued(awaitFrame);
    }
    addEventListener.apply(this, given);
  };
  function awaitFrame(): void {
    if (isOfReact('a')) reach('interactive');
    else afterQueued(awaitFrame);
  }
  new MutationObserver(() => {
    if (seen.screen === 0 && isOfReact('h1')) afterQueued(() => reach('screen'));
    const facts = [...document.querySelectorAll('dd')];
    if (seen.data === 0 && facts.some((fact) => fact.textContent === version && fact.checkVisibility()))
      reach('data');
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  function reach(what: 'interactive' | 'screen' | 'data'): void {
    seen[what] ||= performance.now();
    if (seen.interactive > 0 && seen.screen > 0 && seen.data > 0) resolve();
  }
  function afterQueued(then: () => void): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', then);
    port1.start();
    port2.postMessage(0);
  }
}
