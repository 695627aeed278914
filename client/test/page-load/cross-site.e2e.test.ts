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

const countChanges = async () => {
  const response = await fetch(`http://127.0.0.1:${application.port}/web/api/test/changes`);
  return ((await response.json()) as { changes: number }).changes;
};

/** Sends everything that a page can send to another origin, and returns the results. */
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

test.each([
  ['another origin of the same site', '127.0.0.1'],
  ['another site', 'localhost'],
])('14i a request from a page of %s never reaches a call that changes something', async (_origin, host) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`);
  const before = await countChanges();
  const target = `http://127.0.0.1:${application.port}/web/api/test/changes`;
  // The page cannot read the responses either.
  expect(await page.evaluate(attempts, target)).toEqual([...Array(6).fill('failed'), 'beacon true']);
  await page.waitForTimeout(500);
  expect(await countChanges()).toBe(before);
});

test('a request from a page of the application reaches a call that changes something', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${application.port}/web/`);
  const before = await countChanges();
  const status = await page.evaluate(async () => {
    const response = await fetch('/web/api/test/changes', {
      method: 'POST',
      headers: { 'x-requested-by': 'web' },
    });
    return response.status;
  });
  expect([status, await countChanges()]).toEqual([200, before + 1]);
});
