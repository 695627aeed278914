import { join } from 'node:path';
import { root } from '../e2e/processes.ts';

export const production = join(root, 'bff/dist/main.js');
export const bareServer = join(root, 'nginx/bench/bare-server.ts');
