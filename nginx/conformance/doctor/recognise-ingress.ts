import type { TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';
import { openConnection } from './connection.ts';
import type { IngressProxy } from './ingress-proxies.ts';

/** The first hop itself refuses this, and does not forward it. */
const MALFORMED = 'NONSENSE\r\n\r\n';
const ANSWER_CHARACTERS = 4_000;

type Signs = readonly (readonly [IngressProxy, RegExp])[];

/** What each proxy sends to a malformed request. */
const refusals: Signs = [
  ['envoy', /^server: (?:istio-)?envoy/im],
  ['nginx', /<center>(?:nginx|openresty|tengine)|^server: (?:nginx|openresty|tengine)/im],
  ['apache', /^server: apache|<!DOCTYPE HTML PUBLIC "-\/\/(?:IETF|W3C)/im],
  ['haproxy', /<html><body><h1>400 Bad request<\/h1>\s*Your browser sent an invalid request/],
];
/** How every server written in Go refuses it; Caddy names itself elsewhere. */
const GO_REFUSAL = /^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\n\r\n400 Bad Request/;

/** What proxies write into other responses. */
const names: Signs = [
  ['caddy', /^(?:server|via):.*\bcaddy/im],
  ['envoy', /^(?:server: (?:istio-)?envoy|x-envoy-)/im],
  ['apache', /^server: apache/im],
  ['nginx', /^server: (?:nginx|openresty|tengine)/im],
];

const firstOf = (signs: Signs, text: string) => signs.find(([, sign]) => sign.test(text))?.[0];

const headOf = ({ headers }: TargetResponse): string =>
  Object.entries(headers)
    .flatMap(([name, values]) => values.map((value) => `${name}: ${value}`))
    .join('\n');

/** Which proxy is in front, by what it sends to a malformed request and by the header fields of a response; undefined if neither tells. */
export async function recogniseIngress(target: Target): Promise<IngressProxy | undefined> {
  const refusal = await sendMalformed(target.origin);
  const head = headOf(await target.request(`${target.base}/`));
  const refusing = firstOf(refusals, refusal);
  if (refusing) return refusing;
  const named = firstOf(names, head);
  if (GO_REFUSAL.test(refusal)) return named === 'caddy' ? 'caddy' : 'traefik';
  return named;
}

async function sendMalformed(origin: string): Promise<string> {
  let text = '';
  try {
    const socket = await openConnection(origin);
    socket.end(MALFORMED);
    for await (const part of socket) {
      text += String(part);
      if (text.length > ANSWER_CHARACTERS) break;
    }
  } catch {
    // What has arrived is judged.
  }
  return text;
}
