import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import { serve } from '#platform/serve.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { formCalls } from '#platform/test/calls/form-calls.ts';
import { formHandlers } from '#platform/test/calls/form-handlers.ts';
import { testCalls } from '#platform/test/calls/test-calls.ts';
import { uploadCalls } from '#platform/test/calls/upload-calls.ts';
import { uploadHandlers } from '#platform/test/calls/upload-handlers.ts';
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
