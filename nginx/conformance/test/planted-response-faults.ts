import { HASHED, SHELL, at, drop, onStatus, replace, set } from './planting.ts';
import type { PlantedFault } from './planting.ts';

export const answerFaults: readonly PlantedFault[] = [
  {
    fault: 'a shell that is stored',
    ids: ['28a'],
    tamper: at(SHELL, set('cache-control', 'max-age=60')),
  },
  {
    fault: 'a weak ETag',
    ids: ['28a'],
    tamper: at(SHELL, (reply) => {
      reply.headers['etag'] = `W/${String(reply.headers['etag'])}`;
    }),
  },
  {
    fault: 'one ETag for all encodings',
    ids: ['28a'],
    tamper: at(SHELL, (reply) => {
      if (reply.headers['etag']) reply.headers['etag'] = '"one"';
    }),
  },
  {
    fault: 'a 304 whatever the ETag',
    ids: ['28c'],
    tamper: at(SHELL, (reply, { headers }) => {
      if (headers['if-none-match']) reply.status = 304;
    }),
  },
  {
    fault: 'a 304 without its headers',
    ids: ['28b'],
    tamper: onStatus(304, at(SHELL, drop('cache-control'))),
  },
  {
    fault: 'an asset that is revalidated always',
    ids: ['29a'],
    tamper: at(HASHED, (reply) => {
      if (reply.status < 400) reply.headers['cache-control'] = 'no-cache';
    }),
  },
  {
    fault: 'an immutable 405',
    ids: ['29b'],
    tamper: onStatus(405, at(HASHED, set('cache-control', 'max-age=31536000, immutable'))),
  },
  {
    fault: 'compression in spite of a quality of zero',
    ids: ['30a'],
    tamper: (reply, request) => {
      if (/br;\s*q=0/.test(request.headers['accept-encoding'] ?? ''))
        reply.headers['content-encoding'] = 'br';
    },
  },
  {
    fault: 'an encoding that is not what it says',
    ids: ['30b'],
    tamper: at(HASHED, (reply) => {
      if (reply.headers['content-encoding'] === 'gzip') reply.headers['content-encoding'] = 'br';
    }),
  },
  {
    fault: 'no Vary on identity',
    ids: ['30c'],
    tamper: at(SHELL, (reply) => {
      if (!reply.headers['content-encoding']) delete reply.headers['vary'];
    }),
  },
  {
    fault: 'compression on the fly',
    ids: ['30d'],
    tamper: at(SHELL, (reply) => {
      if (reply.headers['content-encoding']) reply.headers['transfer-encoding'] = 'chunked';
    }),
  },
  {
    fault: 'a manifest of the wrong type',
    ids: ['31'],
    tamper: at(/webmanifest/, set('content-type', 'application/octet-stream')),
  },
  {
    fault: 'a security header that stands twice',
    ids: ['32a'],
    tamper: onStatus(404, set('referrer-policy', ['same-origin', 'same-origin'])),
  },
  {
    fault: 'a redirect without security headers',
    ids: ['32a'],
    tamper: onStatus(301, drop('content-security-policy')),
  },
  {
    fault: 'a document that may run anything inline',
    ids: ['32d'],
    tamper: at(SHELL, set('content-security-policy', "default-src 'self' 'unsafe-inline'")),
  },
  {
    fault: "a document's policy on a call",
    ids: ['32d'],
    tamper: at(/\/api\/status/, set('content-security-policy', "default-src 'self'")),
  },
  {
    fault: 'a 405 without the id of the request',
    ids: ['32b'],
    tamper: onStatus(405, drop('x-request-id')),
  },
  {
    fault: 'a cookie for the whole origin',
    ids: ['34a'],
    tamper: at(/\/api\/status/, set('set-cookie', 'a=b; Path=/')),
  },
  {
    fault: 'a service worker for the whole origin',
    ids: ['35a'],
    tamper: at(/sw\.js/, set('service-worker-allowed', '/')),
  },
  {
    fault: 'a manifest that starts at the root',
    ids: ['36'],
    tamper: replace('"start_url":"./"', '"start_url":"/"'),
  },
  {
    fault: 'metrics beneath the base',
    ids: ['37a'],
    tamper: at(/^\/web\/metrics/, (reply) => {
      reply.status = 200;
      reply.headers['content-type'] = 'text/plain';
    }),
  },
  {
    fault: 'liveness at the root',
    ids: ['37b'],
    tamper: at(/^\/healthz/, (reply) => {
      reply.status = 200;
    }),
  },
];
