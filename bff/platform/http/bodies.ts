import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type AppError, platformError } from '#platform/contract/app-error.ts';
import { limits } from '#platform/contract/limits.ts';

export const bodyLimitOf = ({ routeOptions }: FastifyRequest): number =>
  routeOptions.bodyLimit ?? limits.BODY_BYTES;

export const bodyTooLarge = (request: FastifyRequest): AppError =>
  platformError('content-too-large', {
    detail: `The request is larger than allowed: at most ${bodyLimitOf(request)} bytes.`,
  });

export const isBodyArriving = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !(complete || readableEnded) &&
  (Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers);

/** True if Fastify streams the payload: a Node.js stream or a Web stream. */
export const isStream = (payload: unknown): boolean =>
  payload instanceof ReadableStream || typeof (payload as { pipe?: unknown } | null)?.pipe === 'function';
