import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { chromium } from '../browser/chromium.ts';

let application: RunningBff;
let foreign: Server;
let browser: Browser;

beforeAll(async () => {
  application = await startBff();
  foreign = createServer((_request, reply) =>
    reply.setHeader('content-type', 'text/html').end('<!doctype html><title>Foreign</title>'),
  ).listen(0);
  await once(foreign, 'listening');
  browser = await chromium();
});

afterAll(async () => {
  await browser?.close();
  foreign?.close();
  await application?.stop();
});

/** Sends everything that a page can send, also to another origin, and returns the results. */
const attempts = async (target: string) => {
  const form = document.body.appendChild(document.createElement('form'));
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.name = 'answer';
  Object.assign(form, { method: 'post', action: target, enctype: 'text/plain', target: 'answer' });
  form.submit();
  const send = (init: RequestInit) =>
    fetch(target, { method: 'POST', credentials: 'include', ...init }).then(
      ({ type, status }) => `${type} ${status}`,
      () => 'failed',
    );
  return [
    await send({ mode: 'no-cors', body: 'a=b' }),
    await send({ mode: 'no-cors' }),
    await send({ body: 'a=b' }),
    await send({ headers: { 'x-requested-by': 'web' } }),
    await send({ method: 'DELETE', headers: { 'x-requested-by': 'web' } }),
    // Browsers drop the field in this mode.
    await send({ mode: 'no-cors', headers: { 'x-requested-by': 'web' } }),
    `beacon ${navigator.sendBeacon(target, 'a=b')}`,
  ];
};

test('a call that changes something is reached from a page of the application alone', async () => {
  const target = `http://127.0.0.1:${application.port}/web/api/test/changes`;
  const changesAfter = async (address: string) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    const results = await page.evaluate(attempts, target);
    await page.waitForTimeout(500);
    const { changes } = (await (await fetch(target)).json()) as { changes: number };
    return { changes, results };
  };
  const { port } = foreign.address() as AddressInfo;
  // Another origin of the same site, and another site; neither can read the responses.
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await changesAfter(`http://${host}:${port}/`)).toEqual({
      changes: 0,
      results: [...Array(6).fill('failed'), 'beacon true'],
    });
  expect(await changesAfter(`http://127.0.0.1:${application.port}/web/`)).toMatchObject({ changes: 1 });
});
