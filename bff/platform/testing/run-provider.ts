import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { startTestProvider } from './test-provider.ts';

// `npm run provider`: an OpenID provider to try sign-in with, which keeps its state in memory.
const PORT = 4_000;
const users = {
  ada: { name: 'Ada Lovelace', role: 'editor' },
  guest: { name: 'Guest' },
};
/** Those of `npm start`, which also follows `PORT`, and of `npm run dev`. */
const ports = [process.env['PORT'] ?? '8080', '5173'];
const applications = ports.map((port) => `http://localhost:${port}${BASE_PATH}`);
const provider = await startTestProvider({ host: 'localhost', port: PORT, applications, users });
const { issuer, settings } = provider;
console.log(`The provider is at ${issuer}, for ${applications.join(' and ')}. Start the application with:\n`);
console.log(
  `${Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')} npm start\n`,
);
