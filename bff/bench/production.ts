import { join } from 'node:path';
import { root } from '../test/processes.ts';

export const production = join(root, 'bff/dist/main.js');
export const bareServer = join(root, 'bff/bench/bare-server.ts');
