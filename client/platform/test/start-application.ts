import { inject, type ProvidedContext } from 'vitest';
import { startBff, type RunningBff } from '@web/bff/platform/testing/start-bff';

/** Starts the BFF of an application that `build-applications.ts` has built. */
export async function startApplication(
  name: keyof ProvidedContext['applications'],
): Promise<RunningBff & { readonly origin: string }> {
  const running = await startBff({}, inject('applications')[name].main);
  return { ...running, origin: `http://127.0.0.1:${running.port}` };
}
