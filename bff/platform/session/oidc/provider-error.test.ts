import { errors as jose } from 'jose';
import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { providerErrorOf } from './provider-error.ts';

const cause = { error: 'invalid_client' };
const response = () => new Response('{"error":"invalid_client"}', { status: 401 });
const challenge = { cause: [{ scheme: 'basic', parameters: {} }], response: response() };

/** Errors of openid-client by class, with the logged message. */
const errors: Record<string, [Error, string]> = {
  AuthorizationResponseError: [
    new openid.AuthorizationResponseError('', { cause: new URLSearchParams(cause) }),
    'the provider responded with invalid_client',
  ],
  ClientError: [
    new openid.ClientError('something went wrong', { cause: new Error('the actual cause') }),
    'unexpected error: something went wrong: the actual cause',
  ],
  ResponseBodyError: [
    new openid.ResponseBodyError('', { cause, response: response() }),
    'the provider responded with 401 invalid_client: check',
  ],
  WWWAuthenticateChallengeError: [
    new openid.WWWAuthenticateChallengeError('', challenge as never),
    'the provider responded with 401 invalid_client: check',
  ],
};

test.each(Object.entries(errors))('%s is logged with its reason', async (_name, [error, message]) => {
  expect((await providerErrorOf(error)).message).toContain(message);
});

test('the errors above are all classes of openid-client', () => {
  const classes = Object.entries(openid).filter(
    ([, { prototype }]: [string, any]) => prototype instanceof Error,
  );
  expect(classes.map(([name]) => name).toSorted()).toEqual(Object.keys(errors));
});

test.each([
  [new Error('unknown'), 'provider', 'unexpected error: unknown'],
  [
    new TypeError('fetch failed', { cause: new Error('certificate has expired') }),
    'provider-unavailable',
    'no response from the provider: fetch failed: certificate has expired',
  ],
  [
    Object.assign(new TypeError('bad issuer'), { code: 'ERR_INVALID_ARG_VALUE' }),
    'provider',
    'invalid response or token: ERR_INVALID_ARG_VALUE bad issuer',
  ],
  [new jose.JWTExpired('late', {}), 'provider', 'invalid response or token: ERR_JWT_EXPIRED late'],
])('%s is mapped to the problem %s with the message %s', async (error, problem, message) => {
  const mapped = await providerErrorOf(error);
  expect([mapped.problem, mapped.message]).toEqual([problem, message]);
});
