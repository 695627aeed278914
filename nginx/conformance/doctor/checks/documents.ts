import { digestOf } from '@web/bff/edge/diagnostics';
import { header, isRedirect, words } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import type { Kind } from '../advice.ts';
import type { Check, Difference } from '../check.ts';
import { compareHeaders } from '../compare-responses.ts';
import { kindInPlace } from '../in-place.ts';
import { isFromApplication, isOurShell, summary } from '../recognise.ts';
import { compareParts } from './compare-parts.ts';
import { kindOf } from './requests.ts';
import { phrases } from './texts.ts';

type Field = readonly [name: string, value: string];

/** How a browser asks for a document, in a language that the check does not speak, from a phone. */
const NAVIGATION: readonly Field[] = [
  ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['accept-language', 'de-AT,de;q=0.9,en;q=0.8'],
  [
    'user-agent',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  ],
  ['upgrade-insecure-requests', '1'],
  ['sec-fetch-mode', 'navigate'],
  ['sec-fetch-dest', 'document'],
  ['origin', 'https://other.example'],
  ['referer', 'https://other.example/a?b=c'],
  ['cookie', 'a=b'],
  ['dnt', '1'],
];
/** Bots that render pages, or show a link, and old browsers get the document as all others do. */
const AGENTS = phrases(`
  Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
  Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)
  facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)
  Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)
  Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko
  Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36
  curl/8.0`).map((agent): Field => ['user-agent', agent]);

type Judge = (came: TargetResponse) => readonly Difference[];

/** What differs where a browser asks for a path, and because of which of its fields. */
async function compareNavigation(target: Target, path: string, judge: Judge, fields = NAVIGATION) {
  const compare = async (sent: readonly Field[]) => {
    const came = await target.request(target.base + path, { headers: Object.fromEntries(sent) });
    const because = sent.map(([name, value]) => `${name}: ${value}`).join('; ');
    return judge(came).map(({ quote, ...difference }) => ({
      ...difference,
      quote: because ? `${quote}, because of ${because}` : quote,
    }));
  };
  const found = await compareParts(fields, compare);
  const without = found.length > 0 ? await compare([]) : [];
  return without.length > 0 ? without : found;
}

const DOCUMENTS = ['/?q=1', '/index.html', '/'];

/** Hops send some browsers elsewhere, drop what follows the path, or change the document for some. */
const document: Check = {
  id: 'document',
  title: 'Every browser gets the document, with a query, too.',
  run: async ({ target }) => {
    const bodies = new Map<string | undefined, string>();
    const judge: Judge = (came) => {
      if (came.status !== 200 || !isFromApplication(came)) {
        const kind = isRedirect(came) ? 'document-redirected' : kindInPlace(came);
        return [{ kind, quote: `${summary(came)}, for the document` }];
      }
      const [tag, digest] = [header(came, 'etag'), digestOf(came.body)];
      const other = bodies.get(tag) ?? digest;
      bodies.set(tag, other);
      const quote = `${summary(came)}: ETag ${tag} with other bytes than before`;
      return other === digest ? [] : [{ kind: 'response-body-changed', quote }];
    };
    for (const path of DOCUMENTS)
      for (const fields of [[], NAVIGATION, ...AGENTS.map((agent) => [agent])]) {
        const found = await compareNavigation(target, path, judge, fields);
        if (found.length > 0) return found;
      }
    const quote = `${target.base}/ came with ${bodies.size} ETags, one after the other`;
    return bodies.size > 1 ? [{ kind: 'two-builds', quote }] : [];
  },
};

/** Screens begin so; their 404 is the document. */
const SCREENS = '/no/';
/** What the application has nothing for. */
const MISSING = ['/assets/gone-1.js', '/api/nope', '/no/such/screen'];
/** The same, by names that hops treat otherwise. */
const NAMES = words(`
  /assets/gone-1.map /gone.js /gone.png /gone.php /gone.html /gone.json /gone.pdf /api/nope/deep/er /api/v1/nope /api/nope.json
  /no/such/john.doe /no/such/v1.2/edit /no/such/@ann /no/such/a%20b /no/such/%C3%A4 /no/such/a%2Fb /no/such/a.php
  /no/such/a.png /no/such/admin /no/such/login /no/such/search /no/such/static/a /no/such/files/a.pdf /no/such/2026-01-01 /no/such/a+b
  /no/such/A /no/such/~ann`);

/** What products have, and hops have, too: whatever it is, the application responds. */
const COMMON = words(`
  /login /admin /user/profile /search /docs /health /status /metrics /static/a /files/a /robots.txt
  /api/login /api/admin /api/users/me /api/auth/me /api/health /api/metrics /api/docs /api/graphql /api/webhooks /api/v2/a`);

const missing: Check = {
  id: 'missing',
  title: 'Every other path leads to the application, whose 404 says what is not found.',
  run: async ({ target }) => {
    const compare = async (paths: readonly string[], otherwise: Kind, isMissing = true) => {
      const differences: Difference[] = [];
      for (const path of paths) {
        const isOurs = path.startsWith(SCREENS) ? isOurShell : isFromApplication;
        const judge: Judge = (came) => {
          if (isOurs(came) && (came.status === 404 || !isMissing))
            return isMissing ? compareHeaders({ 'cache-control': 'no-store' }, came) : [];
          const kind = kindOf(target, target.base + path, came, otherwise);
          const wanted = isMissing ? 'a 404' : 'a response';
          return [{ kind, quote: `${summary(came)}, for ${wanted} of the application` }];
        };
        differences.push(...(await compareNavigation(target, path, judge)));
      }
      return differences;
    };
    const differences = await compare(MISSING, 'response-replaced');
    if (differences.length > 0) return differences;
    return [...(await compare(NAMES, 'path-refused')), ...(await compare(COMMON, 'path-refused', false))];
  },
};

export const documentChecks: readonly Check[] = [document, missing];
