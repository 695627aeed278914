import { header, isRedirect } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import type { Check, Difference } from '../check.ts';
import { compareHeaders } from '../compare-responses.ts';
import { kindInPlace } from '../in-place.ts';
import { isFromApplication, summary } from '../recognise.ts';

/** How a browser asks for a document, in a language that the check does not speak, from a phone. */
const NAVIGATION: Readonly<Record<string, string>> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'de-AT,de;q=0.9,en;q=0.8',
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'upgrade-insecure-requests': '1',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

interface Answer {
  readonly came: TargetResponse;
  /** What came in place of the application's response, and because of which field, if it is one. */
  readonly instead?: string;
}

/** Asks for a path as a browser does; the application has this status there. */
async function asBrowser(target: Target, path: string, status: number, more = {}): Promise<Answer> {
  const navigation: typeof NAVIGATION = { ...NAVIGATION, ...more };
  const ask = (headers: typeof NAVIGATION) => target.request(target.base + path, { headers });
  const isRight = (response: TargetResponse) => response.status === status && isFromApplication(response);
  const came = await ask(navigation);
  if (isRight(came)) return { came };
  const instead = `${summary(came)}, for a ${status} of the application, as a browser asks for it in German`;
  for (const name of Object.keys(navigation)) {
    const { [name]: _left, ...others } = navigation;
    if (isRight(await ask(others))) return { came, instead: `${instead}; because of ${name}` };
  }
  return { came, instead };
}

/** Bots that render pages get them as people do. */
const BOT = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const DOCUMENTS = ['/?q=1', '/index.html', '/'];

/** Hops send some browsers elsewhere, or drop what follows the path. */
const document: Check = {
  id: 'document',
  title: 'Every browser gets the document, with a query, too.',
  run: async ({ target }) => {
    const tags = new Set<string | undefined>();
    // Of several nodes of a hop, one may have an old document.
    for (const agent of [{}, BOT])
      for (const path of DOCUMENTS) {
        const { came, instead: quote } = await asBrowser(target, path, 200, agent);
        if (quote) return [{ kind: isRedirect(came) ? 'document-redirected' : kindInPlace(came), quote }];
        tags.add(header(came, 'etag'));
      }
    const quote = `${target.base}/ came with ${tags.size} ETags, one after the other`;
    return tags.size > 1 ? [{ kind: 'two-builds', quote }] : [];
  },
};

/** What the application has nothing for: a file, calls, a screen. */
const MISSING = ['/assets/gone-1.js', '/api/nope', '/no/such/screen', '/no/such/john.doe'];

const missing: Check = {
  id: 'missing',
  title: 'What is not found is the 404 of the application.',
  run: async ({ target }) => {
    const differences: Difference[] = [];
    for (const path of MISSING) {
      const { came, instead: quote } = await asBrowser(target, path, 404);
      if (quote) differences.push({ kind: 'response-replaced', quote });
      else differences.push(...compareHeaders({ 'cache-control': 'no-store' }, came));
    }
    return differences;
  },
};

export const documentChecks: readonly Check[] = [document, missing];
