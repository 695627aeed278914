import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/serve.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { formCalls } from '../calls/form-calls.ts';
import { formHandlers } from '../calls/form-handlers.ts';
import { testCalls } from '../calls/test-calls.ts';
import { uploadCalls } from '../calls/upload-calls.ts';
import { uploadHandlers } from '../calls/upload-handlers.ts';
import { sessionModules } from './session-modules.ts';

// The production process with sign-in and the test calls.
const config = readConfig(process.env, sessionModules);
const app = await buildApp(config, {
  ...sessionModules,
  calls: { ...sessionModules.calls, ...formCalls, ...uploadCalls },
  handlers: { ...sessionModules.handlers, ...formHandlers, ...uploadHandlers },
});
await app.register(testCalls, { prefix: API_PATH });
await serve(app, config);
