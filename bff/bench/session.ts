import { startValkey } from '../test/session-store/start-valkey.ts';
import { report, taken } from './measure.ts';
import { withServers, type Server } from './open-server.ts';

/** The header fields of a browser that has signed in, and whose tab knows its session. */
export async function signIn({ origin }: Server): Promise<Record<string, string>> {
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
        anonymous: await open('ours', withSessions),
        inProcess: await open('ours', withSessions),
        inValkey: await open('ours', inValkey),
      };
      const headers = {
        inProcess: await signIn(servers.inProcess),
        inValkey: await signIn(servers.inValkey),
      };
      const { without, anonymous, inProcess, inValkey: overValkey } = await taken(rounds, servers, headers);
      console.log('\nA call with an upstream request, over the same in an application without sign-in');
      console.log(' anonymous');
      report(anonymous, without);
      console.log(' signed in, sessions in the process');
      report(inProcess, without, 1.1);
      console.log(' signed in, sessions in Valkey');
      report(overValkey, without, 1.35);
    } finally {
      await valkey.stop();
    }
  });
