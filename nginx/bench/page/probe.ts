/** Milliseconds since the navigation began, as the page itself sees them. */
export interface Seen {
  /** First and largest contentful paint. */
  fcp: number;
  lcp: number;
  /** The version that the API told stands visibly in the document. */
  data: number;
  /** React's own first screen is there, the root listens for events, and what was queued with that is done. */
  interactive: number;
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

/** Runs in the page before anything of the page does; the same for every application built with React. */
export function probe(version: string): void {
  const seen: Seen = { fcp: 0, lcp: 0, data: 0, interactive: 0, shift: 0, longTasks: [] };
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
  let isRendered = false;
  new MutationObserver(() => {
    if (!isRendered && has(document.querySelector('#root h1'), '__reactFiber$')) {
      isRendered = has(document.querySelector('#root'), '_reactListening');
      if (isRendered) afterQueued(() => (seen.interactive = performance.now()));
    }
    const facts = [...document.querySelectorAll('dd')];
    if (seen.data === 0 && facts.some((fact) => fact.textContent === version && fact.checkVisibility()))
      seen.data = performance.now();
    if (isRendered && seen.data > 0) afterQueued(resolve);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  function afterQueued(then: () => void): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', then);
    port1.start();
    port2.postMessage(0);
  }
}
