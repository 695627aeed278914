import { client, startTestProvider } from './test-provider.ts';

// `npm run provider`: an OpenID provider to try sign-in with. It forgets everything when it ends.
const PORT = 4_000;
const people = {
  ada: { name: 'Ada Lovelace', role: 'editor' },
  guest: { name: 'Guest' },
};
const applications = ['http://localhost:8080/web', 'http://localhost:5173/web'];
const { issuer } = await startTestProvider({ host: 'localhost', port: PORT, applications, people });
const settings = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_SCOPES: 'openid profile offline_access',
};
console.log(`The provider is at ${issuer}, for ${applications.join(' and ')}. Start the application with:\n`);
console.log(
  `${Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')} npm start\n`,
);
