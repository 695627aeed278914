import { replaceFiles } from '#platform/test/screens/build-test-screens.ts';

const overrides = {
  'session/app/contract-session.ts': 'bff/src/contract/session.ts',
  'session/app/permissions.ts': 'bff/src/contract/permissions.ts',
};

export const declareSession = (folder: string): Promise<void> => replaceFiles(folder, overrides);
