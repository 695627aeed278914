import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { type AppError, platformError } from '#contract/kit/app-error.ts';

/** The largest body of a request, in bytes: its call's own, or `limits.BODY_BYTES`. */
export const bodyLimitOf = ({ routeOptions }: FastifyRequest): number =>
  routeOptions.bodyLimit ?? limits.BODY_BYTES;

/** The error for a body that is larger than its request may have. */
export const bodyTooLarge = (request: FastifyRequest): AppError =>
  platformError('body-too-large', {
    detail: `The request is larger than allowed: at most ${bodyLimitOf(request)} bytes.`,
  });
