import { withEcho, type Check } from '../check.ts';
import { readEcho, type Echo } from '../echo.ts';
import { finding } from '../findings.ts';
import { isLoopback } from '../networks.ts';
import type { Target } from '../../target.ts';

const schemeOf = (target: Target) => target.origin.split(':', 1)[0];

/** Whether a proxy is in front of the BFF: it terminates TLS, or sends fields of its own. */
export const hasProxy = (target: Target, { headers }: Echo): boolean =>
  schemeOf(target) === 'https' || Object.keys(headers).some((name) => /forwarded|^via$/.test(name));

/** Whether the client itself is a trusted peer: it runs on the BFF's machine, with no proxy between. */
export const isTrustedClient = (target: Target, echo: Echo) =>
  !hasProxy(target, echo) && isLoopback(echo.peer);

const lastOf = (list: string | undefined) => list?.split(',').at(-1)?.trim();

/** Whether the forwarded fields are right, but the BFF ignores them. */
export function isUntrusted(target: Target, { headers, scheme, ip, peer }: Echo): boolean {
  const [proto, client] = [lastOf(headers['x-forwarded-proto']), lastOf(headers['x-forwarded-for'])];
  const ignoresScheme = proto === schemeOf(target) && scheme !== schemeOf(target);
  return ignoresScheme || (client !== undefined && client !== peer && ip === peer);
}

export const UNTRUSTED = { notObservable: 'the ingress is not trusted' } as const;

export const trust: Check = {
  id: 'trust',
  title: 'The BFF uses the scheme and address that the ingress sends.',
  run: withEcho(({ target, echo }) => {
    if (!isUntrusted(target, echo)) return 'ok';
    const { headers, scheme, ip, peer } = echo;
    const sent = `${headers['x-forwarded-proto'] ?? 'no scheme'} and ${headers['x-forwarded-for'] ?? 'no address'}`;
    return finding('proxy-untrusted', `${peer} sent ${sent}; the BFF uses ${scheme} and ${ip}`);
  }),
};

export const scheme: Check = {
  id: 'scheme',
  title: "The browser's scheme arrives, and cannot be forged.",
  run: withEcho(async ({ target, echo }) => {
    if (isUntrusted(target, echo)) return UNTRUSTED;
    const [own = '', other] = schemeOf(target) === 'https' ? ['https', 'http'] : ['http', 'https'];
    const forged = await readEcho(target, '', { headers: { 'x-forwarded-proto': other } });
    if (forged?.scheme === other && echo.scheme === own && !isTrustedClient(target, echo))
      return finding(
        'scheme-forgeable',
        `the BFF uses X-Forwarded-Proto: ${other}, sent to ${target.origin}`,
      );
    if (echo.scheme === own) return 'ok';
    const arrived = echo.headers['x-forwarded-proto'] ?? 'none';
    return finding(
      'scheme-lost',
      `requested by ${own}, the BFF uses ${echo.scheme}; X-Forwarded-Proto arrives as ${arrived}`,
    );
  }),
};

export const host: Check = {
  id: 'host',
  title: "The browser's host arrives, with its port.",
  run: withEcho(({ target, echo }) => {
    const requested = new URL(target.origin).host;
    return echo.host === requested ? 'ok' : finding('host-lost', `${requested} arrives as ${echo.host}`);
  }),
};
