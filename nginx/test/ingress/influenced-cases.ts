import { allCases } from '../../conformance/cases/all.ts';
import { harnessCases } from '../entry-points/harness-cases.ts';
import { ingressCases } from './ingress-cases.ts';
import type { Proxy } from './proxies.ts';

/** What the build and the targets alone decide, and no proxy can spoil without spoiling another case: judged once, at the targets. */
const ofTheBuild = ['3', '7a', '7b', '9a', '10b', '11a', '11b', '13', '31', '32d', '35a', '36', '37a'];

/** Calls that are asked by plain HTTP; `ingress-cases.ts` has the like by TLS. */
const byPlainHttp = ['17c', '21a', '22b'];

interface Lack {
  readonly proxy: Proxy;
  readonly title: string;
  readonly why: string;
}

/** What a proxy cannot do, whatever its configuration, and why. */
export const lacks: readonly Lack[] = [
  {
    proxy: 'apache',
    title: 'the application is told when a browser leaves, by HTTP/1.1 and by HTTP/2',
    why: 'httpd looks at the browser only when it has something to send to it; the deadline of a call ends its work',
  },
  {
    proxy: 'apache',
    title: '20 the work of a call is cancelled when the browser leaves',
    why: 'the same',
  },
];

const idOf = (title: string) => title.split(' ', 1)[0] ?? '';

for (const id of ofTheBuild)
  if (!allCases.some((one) => one.id === id && one.seen === 'outside')) throw new Error(`no case ${id}`);
for (const id of byPlainHttp)
  if (!Object.keys(harnessCases).some((title) => idOf(title) === id)) throw new Error(`no target case ${id}`);
for (const { title } of lacks)
  if (!(title in ingressCases || title in harnessCases)) throw new Error(`no such case: ${title}`);

/** The cases that a proxy can influence. */
export const influencedCases = allCases.filter(({ id }) => !ofTheBuild.includes(id));

/** The like of those that need test calls or TLS. */
export const influencedHarnessCases = (proxy: Proxy) =>
  [
    ...Object.entries(harnessCases).filter(([title]) => !byPlainHttp.includes(idOf(title))),
    ...Object.entries(ingressCases),
  ].filter(([title]) => !lacks.some((lack) => lack.proxy === proxy && lack.title === title));
