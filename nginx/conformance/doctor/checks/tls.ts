import type { TLSSocket } from 'node:tls';
import { isRedirect, NotObservable } from '../../checks.ts';
import { NoResponse, type TargetResponse } from '../../request.ts';
import { openTarget, type Target } from '../../target.ts';
import type { Check } from '../check.ts';
import { openConnection } from '../connection.ts';
import { isLoopback } from '../networks.ts';

const DAY_MS = 24 * 3_600_000;
const FEWEST_DAYS = 14;

/** Whether browsers treat the host as secure without TLS (Secure Contexts, section 3.1). */
const isOwnMachine = (name: string): boolean =>
  /^(?:.+\.)?localhost$/.test(name) || isLoopback(name.replaceAll(/^\[|\]$/g, ''));

const transport: Check = {
  id: 'tls',
  title: 'TLS is used, and browsers are told to use it only.',
  run: async ({ target, first }) => {
    const { protocol, hostname } = new URL(target.origin);
    if (protocol === 'http:')
      return isOwnMachine(hostname)
        ? []
        : [{ kind: 'plain-http', quote: `${target.origin} responds without TLS` }];
    const { request, headers } = await target.request(`${target.base}/`);
    const [policy] = headers['strict-transport-security'] ?? [];
    const sent =
      policy === undefined ? 'no Strict-Transport-Security' : `Strict-Transport-Security: ${policy}`;
    if (policy !== undefined && !/max-age="?0+(?!\d)/i.test(policy)) return [];
    // The application sends it only where it knows of the TLS in front.
    if (first.scheme !== 'https') throw new NotObservable('the scheme does not arrive');
    return [{ kind: 'hsts-missing', quote: `the response to ${request} has ${sent}` }];
  },
};

const certificate: Check = {
  id: 'certificate',
  title: `The certificate is valid for ${FEWEST_DAYS} more days.`,
  run: async ({ target }) => {
    if (!target.origin.startsWith('https:')) throw new NotObservable('no TLS');
    const socket = await openConnection(target.origin);
    const { valid_to: end } = (socket as TLSSocket).getPeerCertificate();
    socket.destroy();
    const days = Math.floor((Date.parse(end) - Date.now()) / DAY_MS);
    const quote = `the certificate of ${target.origin} ends in ${days} days, on ${end}`;
    return days < FEWEST_DAYS ? [{ kind: 'certificate-ends', quote }] : [];
  },
};

export const tlsChecks: readonly Check[] = [transport, certificate];

/** The document, unless this machine does not trust the certificate. Throws `NoResponse` where nothing responds. */
export async function askDocument(target: Target): Promise<TargetResponse | undefined> {
  try {
    return await target.request(`${target.base}/`);
  } catch (error) {
    if (error instanceof NoResponse && error.isUntrusted) return undefined;
    throw error;
  }
}

/** The same target over TLS, if plain HTTP redirects to it; else the target itself. Throws `NoResponse` where nothing responds. */
export async function overTls(target: Target): Promise<Target> {
  const response = await askDocument(target);
  if (!response) return target;
  const [location] = response.headers['location'] ?? [];
  const here = new URL(target.origin);
  const there = location === undefined ? null : URL.parse(location, target.origin);
  const isToTls = isRedirect(response) && here.protocol === 'http:' && there?.protocol === 'https:';
  if (!isToTls || there.hostname !== here.hostname) return target;
  return openTarget(there.origin + target.base, target);
}
