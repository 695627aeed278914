import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { settingVariables, shellFile } from '#platform/start/settings.ts';

const script = join(import.meta.dirname, '../start/render-config.sh');

/** Runs `render-config.sh`. Rejects with the script's `stderr` if a setting is invalid. */
export const renderConfig = (conf: string, target: string, env: NodeJS.ProcessEnv) =>
  promisify(execFile)('sh', [script, conf, target], { env });

export async function invalidInNginx(env: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  try {
    await mkdir(join(folder, 'product'));
    await writeFile(join(folder, 'build.env'), shellFile({ BASE_PATH, ...settingVariables }));
    await renderConfig(folder, folder, { PATH: process.env['PATH'], ...env });
    return [];
  } catch (error) {
    const [first, ...lines] = (error as { stderr: string }).stderr.trimEnd().split('\n  ');
    // With valid settings the script fails later, because the build's variables are missing.
    return first === 'Invalid settings:' ? lines : [];
  } finally {
    await rm(folder, { recursive: true });
  }
}
