import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { serve } from '../src/serve.ts';
import { testCalls } from './test-calls.ts';
import { API_PATH } from '#contract/constants.ts';

// The production process, with the test calls in addition.
const config = readConfig(process.env);
const app = await buildApp(config);
await app.register(testCalls, { prefix: API_PATH });
await serve(app, config);
