import { allCases } from '../../conformance/cases/all.ts';
import { harnessCases } from '../entry-points/harness-cases.ts';
import { ingressCases } from './ingress-cases.ts';
import type { Proxy } from './proxies.ts';

/** Cases that only the build decides. They run without a proxy: a proxy that breaks one of them breaks another case, too. */
const BUILD_CASES = ['3', '7a', '7b', '9a', '10b', '11a', '11b', '13', '31', '32d', '35a', '36', '37a'];

/** Cases that use plain HTTP; `ingress-cases.ts` has the same over TLS. */
const PLAIN_HTTP_CASES = ['17c', '21a', '22b'];

/** What a proxy cannot do, whatever its configuration. */
export const limitations: readonly { readonly proxy: Proxy; readonly title: string }[] = [
  // httpd notices that a browser has left only when it sends something; the deadline of a call ends its work.
  { proxy: 'apache', title: 'a call is cancelled when the browser leaves, by HTTP/1.1 and by HTTP/2' },
  { proxy: 'apache', title: '20 the work of a call is cancelled when the browser leaves' },
];

const idOf = (title: string) => title.split(' ', 1)[0] ?? '';

for (const id of BUILD_CASES)
  if (!allCases.some((item) => item.id === id && item.seen === 'outside')) throw new Error(`no case ${id}`);
for (const id of PLAIN_HTTP_CASES)
  if (!Object.keys(harnessCases).some((title) => idOf(title) === id))
    throw new Error(`no harness case ${id}`);
for (const { title } of limitations)
  if (!(title in ingressCases || title in harnessCases)) throw new Error(`no such case: ${title}`);

/** The cases that a proxy can influence. */
export const influencedCases = allCases.filter(({ id }) => !BUILD_CASES.includes(id));

/** Those that need test calls or TLS, and that the proxy can pass. */
export const influencedHarnessCases = (proxy: Proxy) =>
  [
    ...Object.entries(harnessCases).filter(([title]) => !PLAIN_HTTP_CASES.includes(idOf(title))),
    ...Object.entries(ingressCases),
  ].filter(([title]) => !limitations.some((item) => item.proxy === proxy && item.title === title));
