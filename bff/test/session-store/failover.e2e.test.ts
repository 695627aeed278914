import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Running } from '../processes.ts';
import { startBff, testBundle } from '../start-bff.ts';
import { createLoad } from './load.ts';
import { startCluster, startSentinels } from './start-replicated.ts';

/** A fault at a server must end before the next one: the slowest machine takes much longer than the 10 s that are promised. */
const PATIENCE_MS = 60_000;

interface Store extends Running {
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
}

async function startWork({ address, env, stop }: Store) {
  onTestFinished(stop);
  const settings = {
    ...env,
    SESSION_STORE: address,
    SESSION_SECRET: 'a-secret-of-this-test-and-of-no-other-one',
    UPSTREAM_MINE: 'http://127.0.0.1:1',
    UPSTREAM_OURS: 'http://127.0.0.1:1',
  };
  const bffs = [
    await startBff(settings, testBundle('sessions')),
    await startBff(settings, testBundle('sessions')),
  ];
  for (const bff of bffs) onTestFinished(() => bff.stop());
  const load = createLoad(bffs.map(({ port }) => `http://127.0.0.1:${port}`));
  await load.begin();
  await sleep(1_000);
  const faults: number[] = [];
  return {
    load,
    /** Lets something happen, and waits until everybody gets an answer again. */
    during: async (name: string, happen: () => unknown) => {
      const before = { ...load.counts };
      faults.push(Date.now());
      await happen();
      const ms = await load.untilAnswered();
      expect(ms).toBeLessThan(PATIENCE_MS);
      const unavailable = load.counts.unavailable - before.unavailable;
      console.info(
        `${name}: answered again after ${ms} ms; ${load.counts.ok - before.ok} answered, ${unavailable} refused`,
      );
    },
    /** Nobody has another's session or an unknown error, and only sessions that had just begun are lost. */
    expectWhole: async () => {
      const { lost, revived } = await load.end();
      console.info(`lost ${lost.length}, revived ${revived.length}`);
      expect(load.wrong).toEqual([]);
      expect(revived).toEqual([]);
      const isJustBegun = (since: number) => faults.some((at) => at - since < 1_000 && since <= at);
      expect(lost.filter(({ since }) => !isJustBegun(since))).toEqual([]);
      for (const bff of bffs) {
        const metrics = await fetch(`http://127.0.0.1:${bff.managementPort}/metrics`);
        expect(await metrics.text()).toMatch(/^session_store_up 1$/m);
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
  await during('it comes back', async () => {
    hanging?.thaw();
    await sleep(2_000);
  });
  await expectWhole();
});

test('sentinels: the primary is killed and replaced', async () => {
  const sentinels = await startSentinels();
  const { during, expectWhole } = await startWork(sentinels);
  await during('the primary is killed', () => sentinels.primary.kill());
  await expectWhole();
});
