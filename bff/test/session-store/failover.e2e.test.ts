import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { applicationAt } from '../session/visitor.ts';
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
  const load = await startLoad(bffs.map(({ port }) => applicationAt(`http://127.0.0.1:${port}`)));
  await sleep(1_000);
  const faults: number[] = [];
  return {
    /** Lets something happen, and waits until everybody gets an answer again. */
    during: async (name: string, happen: () => unknown) => {
      await happen();
      const begun = Date.now();
      faults.push(begun);
      await load.untilAnswered();
      const ms = Date.now() - begun;
      expect(ms).toBeLessThan(PATIENCE_MS);
      console.info(`${name}: everybody is answered after ${ms} ms`);
    },
    /** Nobody had another's session or an unknown error; who signed out stays so; only sessions that had just begun are lost. */
    expectWhole: async () => {
      const { lost, revived } = await load.end();
      console.info(`${lost.length} sessions lost, ${revived.length} revived`);
      expect([load.wrong, revived]).toEqual([[], []]);
      const hadJustBegun = (since: number) => faults.some((at) => Math.abs(at - since) < 1_000);
      expect(lost.filter(({ since }) => !hadJustBegun(since))).toEqual([]);
      for (const { managementPort } of bffs) {
        const metrics = async () => (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
        await expect.poll(metrics).toMatch(/^session_store_up 1$/m);
      }
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
