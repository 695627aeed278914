import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { productApp } from '#platform/testing/product-app.ts';

test('the webhook tells all tabs of a change, and refuses a body with another signature', async () => {
  const sent: (string | null)[] = [];
  const { app } = await productApp({
    services: { broadcast: { send: (noteId) => void sent.push(noteId) } },
    settings: { NOTES_KEY: 'a key of the test' },
  });
  const statusOf = async (payload: string, signed = payload) => {
    const signature = createHmac('sha256', 'a key of the test').update(signed).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    const url = `${API_PATH}/webhooks/notes`;
    return (await app.inject({ method: 'POST', url, payload, headers })).statusCode;
  };
  expect(await statusOf('{"noteId":"7"}')).toBe(204);
  expect(await statusOf('{"noteId":"8"}', '{"noteId":"7"}')).toBe(403);
  expect(await statusOf('{}')).toBe(400);
  expect(sent).toEqual(['7']);
});
