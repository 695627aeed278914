import { deepStrictEqual } from 'node:assert';
import { interleaved, load, report, spread } from './measure.ts';
import { jsonOf, withServers } from './servers.ts';

const CLIENTS = 64;
const REQUESTS = 6000;
const DELAY_MS = 5;

/** What a call costs of which all clients ask the same URL, if it is declared shared and if it is not. */
export const benchHotUrl = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    const service = await open(new URL('../../bff/bench/late-service.ts', import.meta.url), {
      DELAY_MS: String(DELAY_MS),
    });
    const bff = await open(new URL('../../bff/bench/hot-url.ts', import.meta.url), {
      UPSTREAM: service.origin,
    });
    const [shared, alone] = [`${bff.origin}/web/api/shared/42`, `${bff.origin}/web/api/things/42`];
    const thing = await jsonOf(`${service.origin}/things/42`);
    for (const address of [shared, alone]) deepStrictEqual(await jsonOf(address), thing);

    const asked = async () => Number(await jsonOf(`${service.origin}/asked`));
    const counted = async (address: string, counts: number[]) => {
      const before = await asked();
      const one = await load(address, REQUESTS, bff.pids, {}, CLIENTS);
      counts.push(((await asked()) - before) / REQUESTS);
      return one;
    };
    const [upstreamOfShared, upstreamOfAlone]: [number[], number[]] = [[], []];
    const [ofShared, ofAlone] = await interleaved(
      rounds,
      () => counted(shared, upstreamOfShared),
      () => counted(alone, upstreamOfAlone),
    );
    console.log(
      `\nOne hot URL, ${CLIENTS} clients, a service that takes ${DELAY_MS} ms for 1 kB: shared over not shared`,
    );
    report(ofShared, ofAlone);
    console.log(`  asked upstream a call   shared ${spread(upstreamOfShared, '', 3)}`);
    console.log(`                      not shared ${spread(upstreamOfAlone, '', 3)}`);
  });
