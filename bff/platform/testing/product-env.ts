import Type from 'typebox';
import { example } from './example.ts';
import { upstreamSetting } from '#platform/platform-settings.ts';
import { settings } from '#platform/product/settings.ts';
import { upstreams } from '#platform/product/upstreams.ts';

/** Builds an environment for the product: an example of each required setting, and one address for all backend services. */
export function productEnv(service: string): Record<string, string> {
  const examples: object = example(Type.Object(settings));
  const addresses = Object.keys(upstreams).map((name) => [upstreamSetting(name), service]);
  return {
    ...Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(addresses),
  };
}

// `node bff/platform/testing/product-env.ts <origin>` prints this environment, for code that cannot import the BFF.
if (import.meta.main) console.log(JSON.stringify(productEnv(process.argv[2] ?? '')));
