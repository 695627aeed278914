import { load, report, type Load } from './measure.ts';
import { withServers } from './open-server.ts';

/** Rounds until the compiler has seen what a server does all day. */
const WARM_UP = 5;

export const benchCall = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    const service = await open('service');
    const upstream = { UPSTREAM: service.origin };
    const servers = {
      bare: await open('bare', upstream),
      plain: await open('plain-fastify', upstream),
      same: await open('same-features', upstream),
      ours: await open('ours', upstream),
    };
    const measured: Record<string, Load[]> = { bare: [], plain: [], same: [], ours: [] };
    for (let round = -WARM_UP; round < rounds; round += 1) {
      for (const [name, { origin, pids }] of Object.entries(servers)) {
        const one = await load(`${origin}/web/api/things/42`, 3000, pids);
        if (round >= 0) measured[name]?.push(one);
      }
    }
    const { ours = [], bare = [], plain = [], same = [] } = measured;
    console.log(
      '\nA call with validation, an upstream of 1 kB and a reply through its schema; log and metrics on',
    );
    console.log(' over bare node:http and undici, without any of these');
    report(ours, bare);
    console.log(' over plain Fastify and undici, with validation, schema, log and metrics');
    report(ours, plain);
    console.log(
      ' over plain Fastify and undici, with deadlines, retries, breaker, bulkhead and header fields, too',
    );
    report(ours, same);
  });
