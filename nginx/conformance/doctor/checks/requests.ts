import type { TargetResponse } from '../../request.ts';
import { sameSiteHeaders } from '../../request-headers.ts';
import type { Target } from '../../target.ts';
import { withEcho, type Check } from '../check.ts';
import { diagnostics, readEcho } from '../echo.ts';
import { finding } from '../findings.ts';
import { isStatusResponse, problemCode, summary } from '../recognise.ts';

/** An unknown call, which the application refuses with a problem. */
const send = (
  target: Target,
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<TargetResponse> => target.request(`${target.base}/api/nope`, { method, headers });

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

export const methods: Check = {
  id: 'methods',
  title: 'Every method reaches the application.',
  run: async ({ target }) => {
    const read = await send(target, 'GET', {});
    if (!problemCode(read)) return { notObservable: 'the response to an unknown call is replaced' };
    for (const method of ['HEAD', 'OPTIONS']) {
      const response = await send(target, method, {});
      if (response.status !== read.status) return finding('methods-blocked', summary(response));
    }
    for (const method of WRITES) {
      const response = await send(target, method, sameSiteHeaders);
      if (!problemCode(response)) return finding('methods-blocked', summary(response));
    }
    return 'ok';
  },
};

const FETCH_METADATA = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

export const csrfFields: Check = {
  id: 'csrf-fields',
  title: 'The fields by which the application recognises its own pages arrive.',
  run: async ({ target, echo }) => {
    const own = await send(target, 'POST', sameSiteHeaders);
    if (problemCode(own) === 'cross-site-refused')
      return finding('csrf-field-dropped', `${summary(own)}, sent with X-Requested-By`);
    const foreign = await send(target, 'POST', { ...sameSiteHeaders, 'sec-fetch-site': 'cross-site' });
    if (problemCode(foreign) && foreign.status === own.status)
      return finding('fetch-metadata-dropped', `${summary(foreign)}, sent with Sec-Fetch-Site: cross-site`);
    if (!echo) return 'ok';
    const { headers = {} } = (await readEcho(target, '?fetch', { headers: FETCH_METADATA })) ?? {};
    const dropped = Object.keys(FETCH_METADATA).filter((name) => !(name in headers));
    return dropped.length === 0
      ? 'ok'
      : finding(
          'fetch-metadata-dropped',
          `${diagnostics(target)}/echo arrived without ${dropped.join(', ')}`,
        );
  },
};

const KIB = 1024;
const FIELD_KIB = [1, 2, 4, 8, 15];
/** Apache's line of a request is 8 KiB unless it is set; nginx's as long as a field. */
const QUERY_KIB = [1, 2, 4, 8, 14];

export const headerLimit: Check = {
  id: 'header-limit',
  title: 'Header fields and addresses pass up to the limit of the application.',
  run: async ({ target }) => {
    const path = `${target.base}/api/status`;
    const refusal = async (kib: number, of: 'field' | 'query') => {
      const text = 'x'.repeat(kib * KIB);
      const response = await (of === 'field'
        ? target.request(path, { headers: { 'x-large': text } })
        : target.request(`${path}?x=${text}`));
      return isStatusResponse(response) ? undefined : response;
    };
    for (const [of, sizes] of [
      ['field', FIELD_KIB],
      ['query', QUERY_KIB],
    ] as const)
      for (const kib of sizes) {
        const refused = await refusal(kib, of);
        if (refused) return finding('header-limit', `${summary(refused)}, with a ${of} of ${kib} KiB`);
      }
    return 'ok';
  },
};

export const query: Check = {
  id: 'query',
  title: 'A query arrives as it was sent.',
  run: withEcho(async ({ target }) => {
    const sent = '?q=1%2F2&r=a+b';
    const { arrived = 'nothing' } = (await readEcho(target, sent)) ?? {};
    return arrived.endsWith(sent)
      ? 'ok'
      : finding('query-dropped', `${diagnostics(target)}/echo${sent} arrived as ${arrived}`);
  }),
};
