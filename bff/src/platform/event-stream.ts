import { Readable } from 'node:stream';
import type Type from 'typebox';
import fastJson from 'fast-json-stringify';

/** Server-sent events of the items, each through the schema (HTML Living Standard, 9.2). Ends when the items do. */
export function eventStream(items: AsyncIterable<unknown>, schema: Type.TSchema): Readable {
  const stringify = fastJson(schema as never);
  const lines = async function* () {
    for await (const item of items) yield `data: ${stringify(item)}\n\n`;
  };
  return Readable.from(lines(), { objectMode: false });
}
