import { expect, onTestFinished, test } from 'vitest';
import { startTestProvider } from '#platform/testing/test-provider.ts';

test.each(['/who/unknown', '/who/', '/who/unknown?be=ada', '/who/unknown?refuse', '/nothing'])(
  'the provider answers %s with 404, and goes on',
  async (path) => {
    const { issuer, stop } = await startTestProvider({ applications: ['http://localhost/web'], users: {} });
    onTestFinished(stop);
    expect((await fetch(issuer + path)).status).toBe(404);
    expect((await fetch(`${issuer}/.well-known/openid-configuration`)).status).toBe(200);
  },
);
