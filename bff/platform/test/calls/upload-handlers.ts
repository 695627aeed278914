import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { uploadCalls } from './upload-calls.ts';
import type { HandlerInput } from '#platform/contract/call.ts';
import * as Type from 'typebox';
import { platformError } from '#platform/contract/app-error.ts';
import type { InvalidField } from '#platform/contract/platform-errors.ts';
import { attachFile } from '#platform/calls/attach-file.ts';
import { checkOf } from '#platform/calls/check-value.ts';
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

const Text = Type.String({ minLength: 1, maxLength: 10 });
const Row = Type.Object({
  title: Text,
  contact: Type.Object({ name: Text, phone: Text }),
  rooms: Type.Array(Type.Object({ beds: Type.Integer() })),
});
const checkRow = checkOf(Row);

/** Imports lines of JSON, one row a line. */
async function importRows({ body, files }: Given<'POST /test/imports'>) {
  const errors: InvalidField[] = [];
  let count = 0;
  for await (const { stream } of files)
    for (const [index, line] of (await text(stream)).trimEnd().split('\n').entries()) {
      const checked = checkRow(JSON.parse(line), `/csv/${index}`);
      if (checked.ok) count += 1;
      else errors.push(...checked.errors);
    }
  if (errors.length > 0 && !body.onlyValid)
    throw platformError('unprocessable-content', { extensions: { errors } });
  return { count, errors };
}

export const uploadHandlers: Readonly<Record<keyof typeof uploadCalls, AnyHandler>> = {
  'POST /test/uploads/:folder': receive,
  'POST /test/imports': importRows,
  'GET /test/uploads': () => counts,
  'GET /test/files/:name': ({ params, reply }: Given<'GET /test/files/:name'> & { reply: FastifyReply }) => {
    attachFile(reply, params.name);
    return Readable.from(['the content']);
  },
};
