import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';

const contract = `export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];
`;

const texts = {
  en: `export const messages = { title: 'Greeting', hello: (name: string) => \`Hello, \${name}\`, main: 'Main' };`,
  de: `import type { messages as english } from '#messages/greeting.ts';
export const messages: typeof english = { title: 'Gruß', hello: (name) => \`Hallo, \${name}\`, main: 'Haupt' };`,
};

const ownText = `import { documentTexts as platform } from '#platform/messages/first-load.ts';
export * from '#platform/messages/first-load.ts';
export const documentTexts: typeof platform = { ...platform, description: 'Zwei Sprachen.' };
`;

const navigation = `import { messages } from '#messages/greeting.ts';
import { LanguageSwitch } from '#platform/routing/language-switch.tsx';
import { NavigationBar } from '#platform/routing/navigation-bar.tsx';

const entries = [{ to: '/', label: messages.title, permission: 'status:read' }] as const;

export const Navigation = () => (
  <>
    <NavigationBar label={messages.main} entries={entries} />
    <LanguageSwitch label="Language" />
  </>
);
`;

const screen = `import { useEffect, useState } from 'react';
import { messages } from '#messages/greeting.ts';
import { unsaved } from '#platform/forms/unsaved/unsaved.ts';
import { intl } from '#platform/language/intl.ts';
import { Page } from '#platform/ui/page.tsx';

export function Component() {
  const [name, setName] = useState('');
  useEffect(() => (name ? unsaved.register('input') : undefined), [name]);
  return (
    <Page heading={messages.hello('Ada')}>
      <input aria-label="Name" onChange={({ target }) => setName(target.value)} />
      <p id="number">{intl('NumberFormat').format(1234.5)}</p>
      <p id="date">{intl('DateTimeFormat', { dateStyle: 'long' }).format(new Date(2026, 4, 3))}</p>
    </Page>
  );
}
`;

const screens = `import { messages } from '#messages/greeting.ts';

const load = () => import('../features/greeting/greeting-screen.tsx');

export const screens = [{ path: '/', title: messages.title, permission: 'status:read', load }] as const;
`;

/** Builds a copy of the project with a single screen, in English and German, and with `more` files. Returns the copy's folder. */
export async function copyInTwoLanguages(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await scratchCopy();
  const messages = join(folder, 'client/src/messages');
  // Copies the product's own messages untranslated.
  await cp(join(messages, 'en'), join(messages, 'de'), { recursive: true });
  const written = {
    'bff/src/contract/languages.ts': contract,
    'client/src/messages/en/greeting.ts': texts.en,
    'client/src/messages/de/greeting.ts': texts.de,
    'client/src/messages/de/platform/first-load.ts': ownText,
    'client/src/features/greeting/greeting-screen.tsx': screen,
    'client/src/app/navigation.tsx': navigation,
    'client/src/app/placeholders.tsx': 'export const placeholders = {};\n',
    'client/src/app/screens.ts': screens,
    ...more,
  };
  for (const [file, text] of Object.entries(written)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  return folder;
}
