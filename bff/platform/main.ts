import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { serve } from './serve.ts';
import { settings } from './product/settings.ts';
import { upstreams } from './product/upstreams.ts';

try {
  const config = readConfig(process.env, { upstreams, settings });
  await serve(await buildApp(config), config);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
