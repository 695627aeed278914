import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import { serve } from '#platform/serve.ts';
import { formCalls } from './calls/form-calls.ts';
import { formHandlers } from './calls/form-handlers.ts';
import { testCalls } from './calls/test-calls.ts';
import { testModules } from './test-modules.ts';
import { uploadCalls } from './calls/upload-calls.ts';
import { uploadHandlers } from './calls/upload-handlers.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

// The production process with `testModules` and the test calls, without a product's settings and upstreams.
const config = readConfig(process.env);
const app = await buildApp(config, {
  ...testModules,
  calls: { ...testModules.calls, ...formCalls, ...uploadCalls },
  handlers: { ...testModules.handlers, ...formHandlers, ...uploadHandlers },
});
await app.register(testCalls, { prefix: API_PATH });
await serve(app, config);
