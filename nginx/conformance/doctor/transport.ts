import type { Diagnosis } from './check.ts';
import { found } from './findings.ts';
import { isLoopback } from './forwarded.ts';

/** What a browser takes for a secure context without TLS (Secure Contexts, section 3.1). */
const isOwnMachine = (name: string): boolean =>
  /^(?:.+\.)?localhost$/.test(name) || isLoopback(name.replaceAll(/^\[|\]$/g, ''));

export const transport: Diagnosis = {
  id: 'tls',
  title: 'It is served by TLS, and browsers are told to come back so.',
  examine: async ({ target, echo }) => {
    const { protocol, hostname } = new URL(target.origin);
    if (protocol === 'http:')
      return isOwnMachine(hostname) ? 'well' : found('plain-http', `${target.origin} answers without TLS`);
    const { asked, headers } = await target.ask(`${target.base}/`);
    const [policy] = headers['strict-transport-security'] ?? [];
    if (policy !== undefined && !/max-age="?0+(?!\d)/i.test(policy)) return 'well';
    // The application sends it only where it knows of the TLS in front.
    if (echo && echo.scheme !== 'https') return { unseen: 'the scheme does not arrive' };
    return found('hsts-missing', `${asked} came without Strict-Transport-Security`);
  },
};
