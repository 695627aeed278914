import { isRedirect } from '../checks.ts';
import { openTarget, type Target } from '../target.ts';
import type { Check } from './check.ts';
import { finding } from './findings.ts';
import { isLoopback } from './forwarded.ts';

/** Whether browsers treat the host as secure without TLS (Secure Contexts, section 3.1). */
const isOwnMachine = (name: string): boolean =>
  /^(?:.+\.)?localhost$/.test(name) || isLoopback(name.replaceAll(/^\[|\]$/g, ''));

export const transport: Check = {
  id: 'tls',
  title: 'TLS is used, and browsers are told to use it only.',
  run: async ({ target, echo }) => {
    const { protocol, hostname } = new URL(target.origin);
    if (protocol === 'http:')
      return isOwnMachine(hostname) ? 'ok' : finding('plain-http', `${target.origin} responds without TLS`);
    const { request, headers } = await target.request(`${target.base}/`);
    const [policy] = headers['strict-transport-security'] ?? [];
    if (policy !== undefined && !/max-age="?0+(?!\d)/i.test(policy)) return 'ok';
    // The application sends it only where it knows of the TLS in front.
    if (echo && echo.scheme !== 'https') return { notObservable: 'the scheme does not arrive' };
    return finding('hsts-missing', `the response to ${request} has no Strict-Transport-Security`);
  },
};

/** The same target over TLS, if plain HTTP redirects to it; else the target itself. Throws `NoResponse` where nothing responds. */
export async function overTls(target: Target): Promise<Target> {
  const response = await target.request(`${target.base}/`);
  const [location] = response.headers['location'] ?? [];
  const here = new URL(target.origin);
  const there = location === undefined ? null : URL.parse(location, target.origin);
  const isToTls = isRedirect(response) && here.protocol === 'http:' && there?.protocol === 'https:';
  if (!isToTls || there.hostname !== here.hostname) return target;
  return openTarget(there.origin + target.base, target);
}
