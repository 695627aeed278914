import { SHELL, at, drop, html, onStatus, set } from './planting.ts';
import type { PlantedFault } from './planting.ts';

export const requestFaults: readonly PlantedFault[] = [
  { fault: 'HTML for an unknown call', ids: ['14a'], tamper: at(/\/api\/nope/, html(404)) },
  { fault: 'no Allow for a call', ids: ['14b'], tamper: at(/\/api\/status/, drop('allow')) },
  {
    fault: 'a call that another site may make',
    ids: ['14h'],
    tamper: onStatus(403, (reply, { headers }) => {
      if (headers['sec-fetch-site'] === 'cross-site') reply.status = 404;
    }),
  },
  {
    fault: 'a call without the field of a page of ours',
    ids: ['14h'],
    tamper: onStatus(403, (reply, { headers }) => {
      if (!headers['sec-fetch-site']) reply.status = 200;
    }),
  },
  {
    fault: 'a page of ours that is refused',
    ids: ['14h'],
    tamper: at(/\/api\/nope/, (reply, { headers }) => {
      if (headers['sec-fetch-site'] === 'same-origin') reply.status = 403;
    }),
  },
  {
    fault: 'plain text for a bad address',
    ids: ['14c'],
    tamper: onStatus(400, set('content-type', 'text/plain')),
  },
  {
    fault: 'a query that is refused',
    ids: ['15a'],
    tamper: at(/q=1%2F2/, (reply) => {
      reply.status = 400;
    }),
  },
  {
    fault: 'a call with a dot taken for a file',
    ids: ['16'],
    tamper: at(/data\.json/, (reply) => {
      reply.headers['content-type'] = 'text/plain';
    }),
  },
  { fault: 'HTML for a body that is too large', ids: ['17a'], tamper: onStatus(413, html(413)) },
  {
    fault: 'a smaller limit for bodies',
    ids: ['17b'],
    tamper: (reply, { headers }) => {
      if (Number(headers['content-length']) > 1_000_000) reply.status = 413;
    },
  },
  { fault: 'no Allow for the shell', ids: ['23a'], tamper: at(SHELL, drop('allow')) },
  {
    fault: 'HTML for OPTIONS',
    ids: ['23b'],
    tamper: (reply, request) => {
      if (request.method === 'OPTIONS') html(405)(reply, request);
    },
  },
  {
    fault: 'HEAD with other headers',
    ids: ['24'],
    tamper: (reply, { method }) => {
      if (method === 'HEAD') delete reply.headers['etag'];
    },
  },
  {
    fault: 'the shell for dot segments beneath a route',
    ids: ['25a'],
    tamper: at(/^\/web\/a\/(\.|%2e)/i, html(200)),
  },
  {
    fault: 'a path resolved out of the base',
    ids: ['25b'],
    tamper: at(/^\/web\.\.\/x/, html(200)),
  },
  {
    fault: 'a file from outside the build',
    ids: ['25c'],
    tamper: at(/passwd/, (reply) => {
      reply.body = 'root:x:0:0:root:/root:/bin/sh';
    }),
  },
  {
    fault: 'plain text for a call that climbs',
    ids: ['25d'],
    tamper: at(/\/api\/a\/\.\./, set('content-type', 'text/plain')),
  },
  {
    fault: 'a slash removed by a redirect to another host',
    ids: ['26a'],
    tamper: at(/^\/web\/\/example\.org/, (reply) => {
      reply.status = 301;
      reply.headers['location'] = '//example.org';
    }),
  },
  {
    fault: 'a root that redirects to another host',
    ids: ['26b'],
    tamper: at(/^\/\/example\.org\/$/, (reply) => {
      reply.status = 301;
      reply.headers['location'] = '/\\example.org';
    }),
  },
  { fault: 'HTML for a doubled slash', ids: ['27a'], tamper: at(/assets\/\//, html(200)) },
];
