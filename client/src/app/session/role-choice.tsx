import { useState } from 'react';
import { sessionApi } from '#platform/session/ask-session.ts';
import { useReturn } from '#platform/session/use-return.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** In development without a provider: which role to be. */
export function RoleChoice({ roles }: { readonly roles: readonly string[] }) {
  const goBack = useReturn();
  const [problem, setProblem] = useState<string>();
  const choose = async (role: string) => {
    const reply = await sessionApi('POST /session/role', { body: { role } });
    if (reply.ok) goBack();
    else setProblem(reply.problem.detail);
  };
  return (
    <>
      {roles.map((role) => (
        <Button key={role} onClick={() => void choose(role)}>
          {role}
        </Button>
      ))}
      <Notice kind="error">{problem}</Notice>
    </>
  );
}
