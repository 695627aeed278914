import type { ClientReport } from '@web/bff/contract/kit/client-report';
import { API_PATH } from '@web/bff/contract/kit/api-path';
import { build } from '#platform/deploys/build.ts';

/** Reports that one page sends at most. */
const MAX_REPORTS = 5;
const reported = new Set<string>();
let screenOf = () => '';

/** Reports an error to the BFF, each message once, without any URL. Never throws. */
export function reportError(kind: ClientReport['kind'], error: unknown): void {
  try {
    const { message = String(error), stack } = (error ?? {}) as Partial<Error>;
    if (reported.size >= MAX_REPORTS || reported.has(message)) return;
    reported.add(message);
    const page = build();
    const report: ClientReport = {
      kind,
      message: message.slice(0, 300),
      screen: screenOf(),
      ...(page && { build: page }),
      ...(stack && { stack: stack.slice(0, 1500) }),
    };
    // A beacon is sent even if the page goes away.
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(`${API_PATH}/client-reports`, body);
  } catch {
    // A report must not cause another error.
  }
}

/** Gives later reports the path pattern of the shown screen. */
export function reportScreen(screen: () => string): void {
  screenOf = screen;
}

export function installClientReports(): void {
  addEventListener('error', ({ error, message }) => reportError('error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportError('unhandled-rejection', reason));
  addEventListener('vite:preloadError', ({ payload }) => reportError('chunk', payload));
}
