import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '#platform/edge/paths.ts';
import { elapsedMs } from './overload/schedule.ts';

const MAX_LENGTH = 1_000;
/** Longest host name (RFC 1035, section 2.3.4). */
const MAX_NAME_LENGTH = 255;

/** Fields of a request's log line, named by OpenTelemetry's semantic conventions, as in nginx/platform/conf/logging.conf. */
export const requestFields = (request: FastifyRequest, reply: FastifyReply) => ({
  'http.request.method': request.method,
  'url.path': pathOf(request.originalUrl).slice(0, MAX_LENGTH),
  'http.route': request.routeOptions.url,
  'http.response.status_code': reply.statusCode,
  duration_ms: Math.round(elapsedMs(reply) * 10) / 10,
  'client.address': request.ip.slice(0, MAX_NAME_LENGTH),
  'url.scheme': request.protocol.slice(0, MAX_NAME_LENGTH),
  'server.address': request.hostname.slice(0, MAX_NAME_LENGTH),
  'user_agent.original': request.headers['user-agent']?.slice(0, MAX_LENGTH),
});
