import type { ClientReport } from '@web/bff/contract/kit/client-report';
import { API_PATH } from '@web/bff/contract/constants';
import { build } from '#platform/deploys/build.ts';

/** Of one page, however much goes wrong on it. */
const MOST = 5;
const told = new Set<string>();
let screenOf = () => '';

/** Tells the BFF what went wrong: once for each trouble, a few for a page, without any address. Never throws. */
export function reportError(kind: ClientReport['kind'], trouble: unknown): void {
  try {
    const { message = String(trouble), stack } = (trouble ?? {}) as Partial<Error>;
    if (told.size >= MOST || told.has(message)) return;
    told.add(message);
    const page = build();
    const report: ClientReport = {
      kind,
      message: message.slice(0, 300),
      screen: screenOf(),
      ...(page && { build: page }),
      ...(stack && { stack: stack.slice(0, 1500) }),
    };
    // Leaves even when the page does.
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(`${API_PATH}/client-reports`, body);
  } catch {
    // Who reports trouble makes none.
  }
}

/** Once, before anything else runs; `screen` tells the pattern of the path of the screen that is shown. */
export function installClientReports(screen: () => string): void {
  screenOf = screen;
  addEventListener('error', ({ error, message }) => reportError('error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportError('unhandled-rejection', reason));
  addEventListener('vite:preloadError', ({ payload }) => reportError('chunk', payload));
}
