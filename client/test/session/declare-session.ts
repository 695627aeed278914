import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const session = `import Type from 'typebox';
import { defineSession, type SessionOf } from './kit/session/define-session.ts';

export const session = defineSession({
  person: Type.Object({ name: Type.String({ title: 'planted schema' }) }),
  private: Type.Object({ tenant: Type.String() }),
});

export type Session = SessionOf<typeof session>;
`;

/** Gives a copy of the project sign-in at a provider. */
export const declareSession = (folder: string): Promise<void> =>
  writeFile(join(folder, 'bff/src/contract/session.ts'), session);
