import { articles } from './articles.ts';
import { status } from './status.ts';

export const calls = { ...status, ...articles };
