import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { start } from '../test/processes.ts';
import { scratchCopy } from '../test/scratch-copy.ts';
import { ratio } from './measure.ts';

const each = (calls: number, text: (at: number) => string) =>
  Array.from({ length: calls }, (_, at) => text(at)).join('');

/** A program with a contract of the given number of calls. It builds the application and prints how many milliseconds that took. */
const application = (count: number) => `
import Type from 'typebox';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { callsFor } from '#contract/kit/call.ts';
import { platformErrors as errors } from '#contract/kit/platform-errors.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

const permissionsOf = { anonymous: ['thing:write'] } as const;
const calls = callsFor<typeof errors, typeof permissionsOf>()({${each(
  count,
  (at) => `
  'POST /things${at}/:id': {
    id: 'thing${at}', summary: 'x', permission: 'thing:write',
    params: Type.Object({ id: Type.Integer() }),
    body: Type.Object({ name${at}: Type.String({ maxLength: 9 }), size: Type.Optional(Type.Object({ height: Type.Number() })) }),
    ok: { 201: Type.Object({ id: Type.Integer(), name${at}: Type.String() }) },
    errors: ['not-found'],
  },`,
)}
});
interface Contract { readonly calls: typeof calls; readonly errors: typeof errors; readonly permissionsOf: typeof permissionsOf }
const handlers: HandlersOf<typeof calls, Contract> = {${each(
  count,
  (at) => `
  'POST /things${at}/:id': ({ params, body, fail }) => params.id ? { id: params.id, name${at}: body.name${at} } : fail('not-found'),`,
)}
};
const from = performance.now();
const app = await buildApp({ ...readConfig({}), logLevel: 'silent' }, { calls, errors, handlers, permissionsOf });
await app.ready();
console.log(performance.now() - from);
process.exit();
`;

/** The costs of 40 and 400 calls over 4: the type check in seconds, and the time until the application can answer. */
export async function benchManyCalls(rounds: number): Promise<void> {
  const folder = await scratchCopy();
  const outputOf = async (program: string, args: readonly string[]) => {
    const child = start(program, args, {}, folder);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(child.output());
    return child.output();
  };
  const file = join(folder, 'bff/bench/generated.ts');
  console.log('\nA contract of 4, 40 and 400 calls');
  for (const calls of [4, 40, 400]) {
    await writeFile(file, application(calls));
    const args = ['-p', 'bff', '--checkers', '1', '--extendedDiagnostics', '--noEmit'];
    const [, types, time] = /Types:\s+(\d+)[^]*Check time:\s+(\S+)/.exec(await outputOf('tsc', args)) ?? [];
    console.log(`  type check of the BFF with ${calls}: ${time} for ${types} types`);
  }
  const times: Record<4 | 400, number[]> = { 4: [], 400: [] };
  for (const calls of [4, 400] as const) await writeFile(`${file}.${calls}.ts`, application(calls));
  for (let round = 0; round < rounds; round += 1) {
    for (const calls of [4, 400] as const)
      times[calls].push(Number(await outputOf('node', [`${file}.${calls}.ts`])));
  }
  await rm(folder, { recursive: true });
  console.log(`  until the application can answer, 400 over 4: ${ratio(times[400], times[4])}`);
}
