import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startBff, testBundle } from '../start-bff.ts';
import { startLoad } from './load.ts';
import { startCluster, startSentinels } from './start-replicated.ts';

/** Of a failover; the slowest machine takes much longer than the 10 s that are promised. */
const PATIENCE_MS = 60_000;

interface Store {
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts two BFFs over a store, and their load. */
async function startWork({ address, env }: Store) {
  const settings = {
    ...env,
    SESSION_STORE: address,
    SESSION_SECRET: 'a-secret-of-this-test-and-of-no-other-one',
    UPSTREAM_MINE: 'http://127.0.0.1:1',
    UPSTREAM_OURS: 'http://127.0.0.1:1',
  };
  const main = testBundle('sessions');
  const bffs = [await startBff(settings, main), await startBff(settings, main)];
  for (const bff of bffs) onTestFinished(() => bff.stop());
  const load = await startLoad(bffs.map(({ port }) => `http://127.0.0.1:${port}`));
  await sleep(1_000);
  const faults: number[] = [];
  return {
    /** Lets something happen, and waits until everybody gets an answer again. */
    during: async (name: string, happen: () => unknown) => {
      const { answered, refused } = load.counts;
      await happen();
      const begun = Date.now();
      faults.push(begun);
      await load.untilAnswered();
      const ms = Date.now() - begun;
      expect(ms).toBeLessThan(PATIENCE_MS);
      const since = `${load.counts.answered - answered} answered, ${load.counts.refused - refused} refused`;
      console.info(`${name}: everybody is answered after ${ms} ms; ${since}`);
    },
    /** Nobody had another's session or an unknown error; who signed out stays so; only sessions that had just begun are lost. */
    expectWhole: async () => {
      const { lost, revived } = await load.end();
      console.info(`${lost.length} sessions lost, ${revived.length} revived`);
      expect([load.wrong, revived]).toEqual([[], []]);
      const hadJustBegun = (since: number) => faults.some((at) => Math.abs(at - since) < 1_000);
      expect(lost.filter(({ since }) => !hadJustBegun(since))).toEqual([]);
      const states = bffs.map(({ managementPort }) => `http://127.0.0.1:${managementPort}/metrics`);
      for (const url of states)
        await expect.poll(async () => (await fetch(url)).text()).toMatch(/^session_store_up 1$/m);
    },
  };
}

test('a cluster: a node is added and gets slots, a primary is killed, a primary hangs and comes back', async () => {
  const cluster = await startCluster();
  const { during, expectWhole } = await startWork(cluster);
  const [killed, hanging] = cluster.primaries;
  await during('slots move to a new node', () => cluster.addNode(600));
  await during('a primary is killed', () => killed?.kill());
  await during('a primary hangs', () => hanging?.freeze());
  await during('it comes back', () => hanging?.thaw());
  await sleep(2_000);
  await expectWhole();
});

test('sentinels: the primary is killed and replaced', async () => {
  const sentinels = await startSentinels();
  const { during, expectWhole } = await startWork(sentinels);
  await during('the primary is killed', () => sentinels.primary.kill());
  await expectWhole();
});
