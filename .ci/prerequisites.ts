import { execFileSync } from 'node:child_process';
import { product } from '@web/bff/platform/contract/product/product';

/** Programs that the end-to-end tests of a product need, and how to install them. */
const ofProduct = [
  ['chromium --version', 'apt-get install chromium'],
  ['nginx -v', 'apt-get install nginx-light'],
] as const;

/** Further programs for the tests of the platform. */
const ofPlatform = [
  ['firefox-esr --version', 'apt-get install firefox-esr'],
  ['WebKitWebDriver --help', 'apt-get install webkit2gtk-driver'],
  ['Xvfb -help', 'apt-get install xvfb'],
  ['docker compose ls --quiet', 'a running Docker with compose: https://docs.docker.com/engine/install'],
  ['openssl version', 'apt-get install openssl'],
  ['haproxy -v', 'apt-get install haproxy'],
  ['caddy version', 'apt-get install caddy'],
  ['apache2 -v', 'apt-get install apache2'],
  ['redis-server --version', 'apt-get install redis-server'],
  ['promtool --version', 'apt-get install prometheus'],
  ['mtail --version', 'apt-get install mtail'],
  // Older versions don't know the fields of our kustomizations.
  [
    'kubectl kustomize nginx/src/kubernetes',
    'version 1.27 or newer; Debian 13 has it: apt-get install kubernetes-client',
  ],
] as const;

const programs = product.purpose === null ? [...ofProduct, ...ofPlatform] : ofProduct;
const missing = programs.flatMap(([command, get]) => {
  const [program = '', ...args] = command.split(' ');
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return [];
  } catch {
    return `${program} (${get})`;
  }
});
if (missing.length > 0) {
  console.error(`The end-to-end tests need: ${missing.join('; ')}`);
  process.exitCode = 1;
}
