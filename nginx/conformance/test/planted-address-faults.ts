import { SHELL, at, html, onStatus, replace, set } from './planting.ts';
import type { PlantedFault } from './planting.ts';

export const addressFaults: readonly PlantedFault[] = [
  {
    fault: 'a redirect with an absolute, inner Location',
    ids: ['1a'],
    tamper: onStatus(301, set('location', 'http://web:8080/web/')),
  },
  {
    fault: 'a redirect that loses the query',
    ids: ['1a'],
    tamper: onStatus(301, set('location', '/web/')),
  },
  {
    fault: 'a redirect that decodes the query',
    ids: ['1b'],
    tamper: onStatus(301, (reply) => {
      reply.headers['location'] = decodeURIComponent(String(reply.headers['location']));
    }),
  },
  {
    fault: 'a redirect built from the Host header',
    ids: ['1c'],
    tamper: onStatus(301, (reply, { headers }) => {
      if (headers.host?.includes('example')) {
        reply.headers['location'] = `http://${headers.host}${String(reply.headers['location'])}`;
      }
    }),
  },
  {
    fault: 'a redirect for GET alone',
    ids: ['1d'],
    tamper: onStatus(301, (reply, { method }) => {
      if (method === 'HEAD') reply.status = 405;
    }),
  },
  {
    fault: 'a redirect loop at the base',
    ids: ['2a'],
    tamper: at(SHELL, (reply) => {
      reply.status = 302;
      reply.headers['location'] = '/web/';
    }),
  },
  {
    fault: 'an index.html that redirects to a redirect',
    ids: ['2b'],
    tamper: at(/index\.html/, (reply) => {
      reply.status = 302;
      reply.headers['location'] = '/web';
    }),
  },
  {
    fault: 'a root that is stored',
    ids: ['2c'],
    tamper: onStatus(302, set('cache-control', 'max-age=60')),
  },
  {
    fault: 'an asset address with the base twice',
    ids: ['3'],
    tamper: replace('href="/web/favicon', 'href="/web/web/favicon'),
  },
  {
    fault: 'a redirect for the root of the calls',
    ids: ['4'],
    tamper: at(/\/api$/, (reply) => {
      reply.status = 301;
      reply.headers['location'] = '/web/api/';
    }),
  },
  {
    fault: 'a Location from X-Forwarded-Prefix',
    ids: ['5a'],
    tamper: onStatus(301, (reply, { headers }) => {
      const prefix = headers['x-forwarded-prefix'];
      if (prefix) reply.headers['location'] = `${String(prefix)}/web/`;
    }),
  },
  {
    fault: 'assets named relative to the route',
    ids: ['6'],
    tamper: at(/^(?!.*\/assets\/)/, replace('src="/web/', 'src="./')),
  },
  {
    fault: 'a deep link that is a 404 of another server',
    ids: ['6'],
    tamper: at(/john\.doe/, (reply) => {
      reply.status = 404;
      reply.headers['content-type'] = 'text/plain';
    }),
  },
  {
    fault: 'another body for index.html',
    ids: ['7a'],
    tamper: at(/index\.html/, replace('Reference', 'Other')),
  },
  {
    fault: 'a deep link that is cached',
    ids: ['7b'],
    tamper: at(/\/a\/b\/c/, set('cache-control', 'max-age=600')),
  },
  {
    fault: 'a success for no screen',
    ids: ['10b'],
    tamper: at(/no\/such/, (reply) => {
      reply.status = 200;
    }),
  },
  {
    fault: 'a 304 for no screen',
    ids: ['10b'],
    tamper: at(/no\/such/, (reply, { headers }) => {
      if (headers['if-none-match']) reply.status = 304;
    }),
  },
  {
    fault: 'a bare 404 for no screen',
    ids: ['10b'],
    tamper: at(/no\/such/, set('content-type', 'text/plain')),
  },
  {
    fault: 'an icon outside the base',
    ids: ['9a'],
    tamper: replace('href="/web/favicon', 'href="/favicon'),
  },
  {
    fault: 'a chunk that is gone',
    ids: ['9a'],
    tamper: at(/home-/, (reply) => {
      reply.status = 404;
      reply.headers['cache-control'] = 'no-store';
    }),
  },
  { fault: 'HTML for a missing asset', ids: ['11a'], tamper: at(/gone/, html(404)) },
  { fault: 'the shell for a missing asset', ids: ['11a'], tamper: at(/gone/, html(200)) },
  {
    fault: 'a missing asset that is stored for a year',
    ids: ['11a', '29b'],
    tamper: at(/gone/, set('cache-control', 'public, max-age=31536000, immutable')),
  },
  {
    fault: 'a dot taken for a file',
    ids: ['11b'],
    tamper: at(/2026\.final/, set('content-type', 'text/plain')),
  },
  { fault: 'the shell outside the base', ids: ['12'], tamper: at(/^\/x$/, html(200)) },
  {
    fault: 'a published map',
    ids: ['13'],
    tamper: at(/\.js\.map$/, (reply) => {
      reply.status = 200;
    }),
  },
];
