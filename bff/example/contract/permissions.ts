import type { Roles } from '#platform/contract/call.ts';

const everybody = ['status:read', 'client-report:send'] as const;
const reader = [...everybody, 'note:read'] as const;
const author = [...reader, 'note:write'] as const;

export const permissionsOf = {
  anonymous: everybody,
  reader,
  author,
  editor: [...author, 'note:publish'],
} as const satisfies Roles;

export type Role = keyof typeof permissionsOf;

interface User {
  readonly subject: string | null;
  readonly role: Role;
}

/** Authors change and delete their own notes, editors all notes. */
export const mayChange = (user: User | null | undefined, note: { readonly author: string }): boolean =>
  user?.role === 'editor' || (user?.role === 'author' && user.subject === note.author);
