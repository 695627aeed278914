import { report, taken } from './measure.ts';
import { withServers } from './open-server.ts';

/** A call with validation, an upstream of 1 kB and a reply through its schema, with log and metrics. */
export const benchCall = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    const service = await open('service');
    const upstream = { UPSTREAM: service.origin };
    const { ours, bare, same } = await taken(rounds, {
      ours: await open('ours', upstream),
      bare: await open('bare', upstream),
      same: await open('same-features', upstream),
    });
    console.log('\nA call with one upstream request');
    console.log(' over bare node:http and undici, without validation, log and metrics');
    report(ours, bare, 2.2);
    console.log(' over plain Fastify with the same features from libraries');
    report(ours, same, 1);
  });
