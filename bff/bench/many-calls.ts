import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../test/processes.ts';
import { scratchCopy } from '../test/scratch-copy.ts';
import { ratio } from './measure.ts';

/** A contract of so many calls, filled in, that builds the application and says how long that took in milliseconds. */
const application = (calls: number) => `
import Type from 'typebox';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { callsFor } from '#contract/define.ts';
import { errors } from '#contract/errors.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { registerCalls, type Handlers } from '#platform/fill.ts';

const calls = callsFor<typeof errors, typeof permissionsOf>()({${Array.from(
  { length: calls },
  (_, at) => `
  'POST /things${at}/:id': {
    id: 'thing${at}', summary: 'x', permission: 'status:read',
    params: Type.Object({ id: Type.Integer() }),
    body: Type.Object({ name${at}: Type.String({ maxLength: 9 }), size: Type.Optional(Type.Object({ height: Type.Number() })) }),
    ok: { 201: Type.Object({ id: Type.Integer(), name${at}: Type.String() }) },
    errors: ['not-found'],
  },`,
).join('')}
});
const handlers: Handlers<typeof errors, typeof calls> = {${Array.from(
  { length: calls },
  (_, at) => `
  'POST /things${at}/:id': ({ params, body, fail }) => params.id ? { id: params.id, name${at}: body.name${at} } : fail('not-found'),`,
).join('')}
};
const from = performance.now();
const app = await buildApp({ ...readConfig({}), logLevel: 'silent' });
await app.register(registerCalls(errors, calls, handlers), { prefix: '/web/api' });
await app.ready();
console.log(performance.now() - from);
process.exit();
`;

/** What 400 calls cost over 4: the type check, and getting ready to answer. */
export async function benchManyCalls(rounds: number): Promise<void> {
  const folder = await scratchCopy();
  const file = (calls: number) => join(folder, `bff/bench/generated-${calls}.ts`);
  const timed = async (program: string, args: readonly string[]) => {
    const from = performance.now();
    await run(program, [...args], { cwd: folder });
    return performance.now() - from;
  };
  const starts = new Map<number, number[]>([4, 400].map((calls) => [calls, []]));
  await writeFile(file(4), application(4));
  const few = await timed('tsc', ['-p', 'bff']);
  await writeFile(file(400), application(400));
  const many = await timed('tsc', ['-p', 'bff']);
  for (let round = 0; round < rounds; round += 1) {
    for (const [calls, times] of starts) {
      const { stdout } = await run('node', [file(calls)], { cwd: folder });
      times.push(Number(stdout));
    }
  }
  await rm(folder, { recursive: true });
  console.log('\n400 calls in the contract over 4');
  console.log(`  type check of the BFF   ${(many / 1000).toFixed(1)} s over ${(few / 1000).toFixed(1)} s`);
  console.log(`  until it can answer     ${ratio(starts.get(400) ?? [], starts.get(4) ?? [])}`);
}
