import type { ClientReport } from '@web/bff/platform/contract/client-report';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { CallError } from '#platform/api/call-error.ts';
import { build } from '#platform/deploys/build.ts';

/** Maximum number of reports per page load. */
const MAX_REPORTS = 5;
const reported = new Set<string>();
let screenOf = () => '';

/** Reports an error to the BFF, once per message and without URLs. Never throws. */
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
    // A beacon survives the page's unload.
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(`${API_PATH}/client-reports`, body);
  } catch {
    // A report must not cause another error.
  }
}

/** Reports an error that replaced a screen, except failed calls and unknown or invalid addresses. */
export function reportRouteError(error: unknown): void {
  if (error instanceof CallError || error instanceof URIError || !(error instanceof Error)) return;
  console.error(error);
  reportError('error', error);
}

/** Adds the path pattern of the current screen to later reports. */
export const reportScreen = (screen: () => string): void => void (screenOf = screen);

addEventListener('error', ({ error, message }) => reportError('error', error ?? message));
addEventListener('unhandledrejection', ({ reason }) => reportError('unhandled-rejection', reason));
addEventListener('vite:preloadError', ({ payload }) => reportError('chunk', payload));
