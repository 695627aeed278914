import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/serve.ts';
import { sessionParts } from './session-parts.ts';

// The production process with sign-in.
const config = readConfig(process.env, sessionParts);
await serve(await buildApp(config, sessionParts), config);
