import { articles } from './articles.ts';
import { signIn } from './sign-in.ts';
import { status } from './status.ts';

export const calls = { ...status, ...articles, ...signIn };
