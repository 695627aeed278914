import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/serve.ts';
import { sessionModules } from './session-modules.ts';

// The production process with sign-in.
const config = readConfig(process.env, sessionModules);
await serve(await buildApp(config, sessionModules), config);
