import { limits } from '@web/bff/contract/kit/limits';
import { ARRIVED_FIELD, SOCKET_PROTOCOL, type Arrived } from '@web/bff/edge/diagnostics';
import { pathOf } from '@web/bff/edge/paths';
import { header } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import type { Kind } from '../advice.ts';
import { ask, askEcho, hasArrived, orReason, pathOfCall } from '../ask.ts';
import type { Check, Context, Difference } from '../check.ts';
import { compareContent, compareFields, compareTarget } from '../compare-requests.ts';
import { isFromApplication, parsed, problemCode, summary } from '../recognise.ts';
import { bodies, body, types, userTexts } from './body-probes.ts';
import { compareParts } from './compare-parts.ts';
import { comparesEach } from './compares-each.ts';
import {
  fields,
  filePaths,
  manyFields,
  methods,
  parameters,
  proxyFields,
  segments,
  sizes,
  slashes,
  type CombinedProbe,
  type Probe,
} from './probes.ts';
import { kindOfRedirect } from './reach.ts';

const text = (response: TargetResponse | string) =>
  typeof response === 'string' ? response : summary(response);

/** What it is where a request does not arrive. */
export function kindOf(target: Target, url: string, answer: TargetResponse | string, otherwise: Kind): Kind {
  if (typeof answer === 'string') return otherwise;
  const redirect = kindOfRedirect(target, pathOf(url), answer);
  if (redirect) return redirect;
  // The application itself has read another body than the one that was sent.
  if (otherwise === 'body-refused' && problemCode(answer)) return 'request-body-changed';
  const isFiltered = [200, 403, 406, 415, 501].includes(answer.status);
  const filtered = { 'path-refused': 'path-filtered', 'body-limit': 'body-refused' } as const;
  return isFiltered && otherwise in filtered ? filtered[otherwise as keyof typeof filtered] : otherwise;
}

async function send(context: Context, probe: Probe): Promise<readonly Difference[]> {
  const { suffix = '', hopFields, otherwise, what, ...options } = probe;
  const headers = { ...options.headers, ...hopFields };
  const echo = await orReason(askEcho(context, suffix, { ...options, headers }));
  const target = `${pathOfCall(context.target, 'echo')}${suffix}`;
  if (typeof echo === 'string' || !hasArrived(echo))
    return [{ kind: kindOf(context.target, target, echo, otherwise), quote: `${text(echo)}, with ${what}` }];
  const because = ({ quote, ...difference }: Difference) => ({
    ...difference,
    quote: `${quote}, with ${what}`,
  });
  const ofFields = compareFields({ ...options.headers }, echo);
  return [
    ...(suffix ? compareTarget(target, echo, context.target.base) : []),
    ...(suffix ? ofFields.map(because) : ofFields),
    ...compareContent(options, echo).map(because),
  ];
}

const sendItem = (context: Context, item: Probe | CombinedProbe): Promise<readonly Difference[]> =>
  'parts' in item
    ? compareParts(item.parts, (parts) => send(context, item.probeOf(parts)))
    : send(context, item);

const compares = (id: string, title: string, items: readonly (Probe | CombinedProbe)[]) =>
  comparesEach({ id, title, items, compare: sendItem, isRepeated: true });

const largerBody: Check = {
  id: 'larger-body',
  title: 'The application itself refuses a body that is too large.',
  run: async (context) => {
    const { otherwise, what, ...options } = body('application/octet-stream', limits.BODY_BYTES + 1);
    const response = await orReason(askEcho(context, '', options));
    // Where it arrives, a hop has changed it, which another check finds.
    const isOurs = typeof response !== 'string' && (hasArrived(response) || isFromApplication(response));
    return isOurs ? [] : [{ kind: otherwise, quote: `${text(response)}, with ${what}` }];
  },
};

/** Of several nodes of a hop, or replicas, one may refuse. */
const UPGRADES = 6;
/** How it asks for an upgrade. */
const FIREFOX = 'keep-alive, Upgrade';
/** RFC 6455, section 4.1. */
const HANDSHAKE = {
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-protocol': SOCKET_PROTOCOL,
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** What a product reads of a handshake. */
const SOCKET = 'socket?a=1';
const OF_HANDSHAKE = { origin: 'https://other.example', cookie: 'a=b' };

/** What hops say of the browser, with the kind where it does not arrive; a location of its own for WebSockets may say nothing. */
const ofBrowser = {
  host: 'host-lost',
  'x-forwarded-host': 'host-lost',
  'x-forwarded-proto': 'scheme-lost',
  'x-forwarded-for': 'client-lost',
} as const;

/** Whether the hops say the same of the browser as with the first request. */
function compareForwarding(first: Arrived, arrived: Arrived): Difference[] {
  const valueIn = ({ fields: lines }: Arrived, field: string) =>
    lines.find(({ name }) => name === field)?.value;
  return Object.entries(ofBrowser).flatMap(([field, kind]): Difference[] => {
    const [wanted, came] = [valueIn(first, field), valueIn(arrived, field)];
    // An address may come with its port.
    const isSame = wanted === came || (field === 'x-forwarded-for' && came !== undefined);
    if (wanted === undefined || isSame) return [];
    return [{ kind, quote: `${field}: ${wanted} with the first request, ${came ?? 'none'}` }];
  });
}

async function compareHandshake(context: Context, connection: string): Promise<readonly Difference[]> {
  const headers = { ...HANDSHAKE, ...OF_HANDSHAKE, connection };
  const came = await orReason(ask(context, SOCKET, { headers }));
  const quote = `${text(came)}, for a WebSocket handshake with Connection: ${connection}`;
  if (typeof came === 'string' || came.status !== 101) return [{ kind: 'upgrade-refused', quote }];
  if (!came.headers['sec-websocket-protocol'])
    return [{ kind: 'upgrade-refused', quote: `${quote}, without Sec-WebSocket-Protocol` }];
  const reported = parsed(Buffer.from(header(came, ARRIVED_FIELD) ?? '', 'base64url').toString());
  if (!('target' in reported && 'fields' in reported))
    return [{ kind: 'response-field-removed', field: ARRIVED_FIELD, quote: `${quote}, without the field` }];
  const arrived = reported as unknown as Arrived;
  const { stripsPrefix } = context.first;
  const { base } = context.target;
  const ofTarget = compareTarget(pathOfCall(context.target, SOCKET), { ...arrived, stripsPrefix }, base);
  const ofFields = [...compareFields(OF_HANDSHAKE, arrived), ...compareForwarding(context.first, arrived)];
  return [...ofTarget, ...ofFields].map(({ quote: what, ...difference }) => ({
    ...difference,
    quote: `${what}, for a WebSocket handshake`,
  }));
}

const upgrade = comparesEach({
  id: 'upgrade',
  title: 'A WebSocket passes.',
  items: Array.from({ length: UPGRADES }, (_, at) => (at % 2 === 0 ? 'Upgrade' : FIREFOX)),
  compare: compareHandshake,
  untilFirst: true,
});

export const requestChecks: readonly Check[] = [
  compares('path', 'A path arrives as it was sent.', [segments, ...slashes]),
  comparesEach({
    id: 'file-paths',
    title: 'Paths that look like files arrive.',
    items: filePaths,
    compare: send,
  }),
  compares('query', 'A query arrives as it was sent.', [parameters]),
  compares('methods', 'Every method arrives.', methods),
  compares('fields', 'The header fields of a request arrive.', [...fields, proxyFields]),
  comparesEach({
    id: 'header-limit',
    title: 'Header fields and queries arrive up to the limit of the application.',
    items: [...sizes, manyFields],
    compare: send,
    untilFirst: true,
  }),
  compares('body-types', 'Bodies of every media type arrive.', [...userTexts, ...types]),
  comparesEach({
    id: 'bodies',
    title: 'Bodies arrive up to the limit of the application.',
    items: bodies,
    compare: send,
    untilFirst: true,
  }),
  largerBody,
  upgrade,
];
