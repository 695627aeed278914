import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { buildExample, type BuiltExample } from './build-example.ts';
import { buildTestScreens, type Built } from './screens/build-test-screens.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly applications: Readonly<Record<'screens' | 'session' | 'ownSignIn', Built>>;
    readonly example: BuiltExample;
  }
}

const withSession = {
  'session/app/screens.ts': 'client/src/app/screens.ts',
  'session/app/placeholders.tsx': 'client/src/app/placeholders.tsx',
  'screens/app/first-paint.ts': 'client/src/app/first-paint.ts',
  'session/app/navigation.tsx': 'client/src/app/navigation.tsx',
  'session/app/permissions.ts': 'bff/src/contract/permissions.ts',
  'session/app/contract-calls.ts': 'bff/src/contract/calls/all.ts',
  'session/app/contract-session.ts': 'bff/src/contract/session.ts',
};

const withOwnSignIn = {
  ...withSession,
  'session/app/own-contract-session.ts': 'bff/src/contract/session.ts',
};

/** Builds the applications once, because each build takes seconds. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [screens, session, ownSignIn, example] = await Promise.all([
    buildTestScreens(),
    buildTestScreens(withSession),
    buildTestScreens(withOwnSignIn),
    buildExample(),
  ]);
  project.provide('applications', { screens, session, ownSignIn });
  project.provide('example', example);
  return async () => {
    for (const { folder } of [screens, session, ownSignIn, example]) await rm(folder, { recursive: true });
  };
}
