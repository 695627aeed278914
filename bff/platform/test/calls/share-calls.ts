import * as Type from 'typebox';
import { bytes } from '#platform/contract/content.ts';
import type { Calls } from '#platform/contract/call.ts';

const call = { summary: '', permission: 'status:read', errors: [] } as const;
const done = { 200: Type.Object({ done: Type.Boolean() }) };

/** Calls with which clients load the BFF, and its one upstream. */
export const shareCalls = {
  'GET /cheap': { ...call, id: 'cheap', responses: done },
  'GET /slow': { ...call, id: 'slow', responses: done },
  'GET /hanging': { ...call, id: 'hanging', responses: done },
  'GET /long': {
    ...call,
    id: 'long',
    query: Type.Object({ ms: Type.Integer() }),
    responses: done,
    deadlineMs: 60_000,
  },
  'GET /stream': {
    ...call,
    id: 'stream',
    query: Type.Object({ bytes: Type.Integer() }),
    responses: { 200: bytes('application/octet-stream') },
  },
  'POST /upload': {
    ...call,
    id: 'upload',
    body: bytes('application/octet-stream'),
    bodyBytes: 50_000_000,
    deadlineMs: 60_000,
    responses: done,
  },
} as const satisfies Calls;
