import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { uploadCalls } from './upload-calls.ts';
import type { HandlerInput } from '#platform/contract/call.ts';
import { attachFile } from '#platform/calls/attach-file.ts';
import type { AnyHandler } from '#platform/calls/handler.ts';

type Given<K extends keyof typeof uploadCalls> = HandlerInput<(typeof uploadCalls)[K], Readable>;

const counts = { begun: 0, broken: 0 };

async function receive({ params, body, files }: Given<'POST /test/uploads/:folder'>) {
  const received: number[] = [];
  counts.begun += 1;
  try {
    for await (const { stream } of files) {
      let size = 0;
      for await (const chunk of stream) size += (chunk as Buffer).length;
      received.push(size);
    }
  } catch (error) {
    counts.broken += 1;
    throw error;
  }
  return { ...body, ...params, bytes: received };
}

export const uploadHandlers: Readonly<Record<keyof typeof uploadCalls, AnyHandler>> = {
  'POST /test/uploads/:folder': receive,
  'GET /test/uploads': () => counts,
  'GET /test/files/:name': ({ params, reply }: Given<'GET /test/files/:name'> & { reply: FastifyReply }) => {
    attachFile(reply, params.name);
    return Readable.from(['the content']);
  },
};
