import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { provider } from '#platform/product/provider.ts';
import { startTestProvider } from './test-provider.ts';

// `npm run provider`: an OpenID provider to try sign-in with, which keeps its state in memory.
const ports = [process.env['PORT'] ?? '8080', '5173'];
const {
  users,
  port = 4_000,
  applications = ports.map((port) => `http://localhost:${port}${BASE_PATH}`),
} = provider;
const { issuer, settings } = await startTestProvider({ host: 'localhost', port, applications, users });
console.log(`The provider is at ${issuer}, for ${applications.join(' and ')}. Start the application with:\n`);
console.log(
  `${Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')} npm start\n`,
);
console.log('A container cannot use it: http is only for localhost, which is the container itself there.');
console.log('With Docker Compose, use a provider with https.\n');
