import { BlockList, isIPv6 } from 'node:net';
import { withEcho, type Diagnosis } from './check.ts';
import { readEcho, type Echo } from './echo.ts';
import { found } from './findings.ts';
import type { Target } from '../target.ts';

/** Of an address range that is nobody's (RFC 5737). */
const NOBODY = '203.0.113.9';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
export const isLoopback = (ip: string): boolean => loopback.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

const schemeOf = (target: Target) => target.origin.split(':', 1)[0];

/** Somebody stands between this machine and the BFF: by TLS, which that does not speak, or by what it wrote. */
const isBehind = (target: Target, { headers }: Echo): boolean =>
  schemeOf(target) === 'https' || Object.keys(headers).some((name) => /forwarded|^via$/.test(name));

/** Who comes from the BFF's own machine may be believed. */
const mayForge = (target: Target, echo: Echo) => !isBehind(target, echo) && isLoopback(echo.peer);

const lastOf = (list: string | undefined) => list?.split(',').at(-1)?.trim();

/** What arrived is right, and what the BFF makes of it is not. */
function isUntrusted(target: Target, { headers, scheme, ip, peer }: Echo): boolean {
  const [proto, client] = [headers['x-forwarded-proto'], lastOf(headers['x-forwarded-for'])];
  return (
    (lastOf(proto) === schemeOf(target) && scheme !== schemeOf(target)) ||
    (client !== undefined && client !== peer && ip === peer)
  );
}

const untold = { unseen: 'the ingress is not believed' } as const;

export const trust: Diagnosis = {
  id: 'trust',
  title: 'What the ingress tells of the browser is believed.',
  examine: withEcho(({ target, echo }) => {
    const { headers, scheme, ip, peer } = echo;
    const told = `${headers['x-forwarded-proto'] ?? 'no scheme'} and ${headers['x-forwarded-for'] ?? 'no address'}`;
    return isUntrusted(target, echo)
      ? found('proxy-untrusted', `${peer} told ${told}; the BFF takes ${scheme} and ${ip}`)
      : 'well';
  }),
};

export const scheme: Diagnosis = {
  id: 'scheme',
  title: "The browser's scheme arrives, and cannot be forged.",
  examine: withEcho(async ({ target, echo }) => {
    if (isUntrusted(target, echo)) return untold;
    const [own = '', other] = schemeOf(target) === 'https' ? ['https', 'http'] : ['http', 'https'];
    const forged = await readEcho(target, '', { headers: { 'x-forwarded-proto': other } });
    if (forged?.scheme === other && echo.scheme === own && !mayForge(target, echo))
      return found('scheme-forgeable', `X-Forwarded-Proto: ${other} sent to ${target.origin} is believed`);
    const told = echo.headers['x-forwarded-proto'];
    const arrived = `asked by ${own}, the BFF takes ${echo.scheme}; X-Forwarded-Proto arrives as ${told ?? 'none'}`;
    return echo.scheme === own ? 'well' : found('scheme-lost', arrived);
  }),
};

export const client: Diagnosis = {
  id: 'client',
  title: "The browser's address arrives, and cannot be forged.",
  examine: withEcho(async ({ target, echo }) => {
    if (isUntrusted(target, echo)) return untold;
    const forged = await readEcho(target, '', { headers: { 'x-forwarded-for': NOBODY } });
    const arrived = forged?.headers['x-forwarded-for'];
    // Appended to, as it should be, it is believed only since this machine's own address is trusted.
    const isAppended = arrived?.endsWith(`, ${echo.ip}`);
    if (forged?.ip === NOBODY && !isAppended && !mayForge(target, echo))
      return found('client-forgeable', `X-Forwarded-For: ${NOBODY} is believed`);
    if (isBehind(target, echo) && !echo.headers['x-forwarded-for'] && echo.ip === echo.peer)
      return found(
        'client-lost',
        `the BFF takes ${echo.ip}, the last hop, for the browser; no X-Forwarded-For arrives`,
      );
    return 'well';
  }),
};

export const host: Diagnosis = {
  id: 'host',
  title: "The browser's host arrives, with its port.",
  examine: withEcho(({ target, echo }) => {
    const asked = new URL(target.origin).host;
    return echo.host === asked ? 'well' : found('host-lost', `${asked} arrives as ${echo.host}`);
  }),
};
