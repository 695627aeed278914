import { startValkey } from '../test/session-store/start-valkey.ts';
import { load, report, type Load } from './measure.ts';
import { withServers, type Server } from './open-server.ts';

/** Rounds until the compiler has seen what a server does all day. */
const WARM_UP = 5;
const REQUESTS = 3_000;

/** The header fields of a browser that has signed in, and whose tab knows its session. */
async function signIn({ origin }: Server): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/web/api/sign-in`, {
    method: 'POST',
    headers: { 'x-requested-by': 'bench' },
  });
  if (reply.status !== 204) throw new Error(`sign-in answered ${reply.status}: ${await reply.text()}`);
  const cookies = reply.headers.getSetCookie().map((field) => field.split(';', 1)[0] ?? '');
  const version = cookies.find((cookie) => cookie.startsWith('web-signed-in='))?.split('=')[1] ?? '';
  return { cookie: cookies.join('; '), 'x-session': version };
}

/** A call with one upstream request: what its session costs, in the process and in Valkey. */
export const benchSession = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    const valkey = await startValkey();
    try {
      const upstream = { UPSTREAM: (await open('service')).origin };
      const withSessions = { ...upstream, SIGN_IN: 'true' };
      const inValkey = {
        ...withSessions,
        SESSION_STORE: valkey.url.href,
        SESSION_SECRET: 'a secret of the bench that is long enough',
      };
      const servers = {
        without: await open('ours', upstream),
        nobody: await open('ours', withSessions),
        inProcess: await open('ours', withSessions),
        inValkey: await open('ours', inValkey),
      };
      const headers: Record<string, Record<string, string>> = {
        inProcess: await signIn(servers.inProcess),
        inValkey: await signIn(servers.inValkey),
      };
      const measured: Record<string, Load[]> = { without: [], nobody: [], inProcess: [], inValkey: [] };
      for (let round = -WARM_UP; round < rounds; round += 1)
        for (const [name, { origin, pids }] of Object.entries(servers)) {
          const one = await load(`${origin}/web/api/things/42`, REQUESTS, pids, headers[name]);
          if (round >= 0) measured[name]?.push(one);
        }
      const { without = [], nobody = [], inProcess = [], inValkey: inServer = [] } = measured;
      console.log('\nA call with an upstream request, over the same in an application without sign-in');
      console.log(' nobody is signed in');
      report(nobody, without);
      console.log(' signed in, sessions in the process');
      report(inProcess, without);
      console.log(' signed in, sessions in Valkey');
      report(inServer, without);
    } finally {
      await valkey.stop();
    }
  });
