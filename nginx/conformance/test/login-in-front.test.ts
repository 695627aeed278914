import { expect, test } from 'vitest';
import { runChecks } from '../doctor/run-checks.ts';
import { openReferenceTarget } from './reference-target.ts';
import { both, foreign, redirect, set, setBody, status, type Tamper } from './tamper.ts';

test.for<[name: string, change: Tamper]>([
  ['oauth2-proxy', redirect(302, '/oauth2/start?rd=%2Fweb%2F')],
  ['Authelia', redirect(302, 'https://auth.example.org/?rd=https%3A%2F%2Fhost%2Fweb%2F&rm=GET')],
  ['authentik', redirect(302, '/outpost.goauthentik.io/start?rd=x')],
  ['Cloudflare Access', redirect(302, 'https://team.cloudflareaccess.com/cdn-cgi/access/login/host')],
  ['Pomerium', redirect(302, 'https://authenticate.example.org/.pomerium/sign_in')],
  ['an OpenID provider', redirect(302, 'https://id.example.org/authorize?client_id=web')],
  ['SAML', redirect(302, 'https://idp.example.org/?SAMLRequest=x')],
  ['a login page', redirect(302, 'https://sso.example.org/')],
  ['Basic authentication', both(status(401), set('www-authenticate', 'Basic realm="web"'))],
  ['a page with a password', both(foreign(200), setBody('<form><input type="password"></form>'))],
])('a login in front is named: %s', async ([name, change]) => {
  const inFront = both(foreign(401), change);
  await using target = await openReferenceTarget({ tamper: inFront });
  const [first] = (await runChecks(target)).flatMap(({ finding }) => finding ?? []);
  expect(first).toMatchObject({ id: 'login-in-front', symptom: expect.stringContaining(name) });
});
