import './transition-button.css';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ArgumentsOf, CallKey } from '#platform/api/api.ts';
import { useCall } from '#platform/api/use-call.ts';
import { useCan } from '#platform/session/session.ts';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';

interface Props<K extends CallKey, State extends string, Event extends string> {
  /** States of the entity, from `defineStates`. */
  readonly states: { readonly allowed: (state: State) => readonly Event[] };
  readonly state: State;
  readonly event: NoInfer<Event>;
  readonly permission: Parameters<ReturnType<typeof useCan>>[0];
  readonly call: K;
  readonly request: ArgumentsOf<K>[0];
  readonly pending: string;
  /** Announced after success: `The note is published.` */
  readonly done: string;
  readonly children: ReactNode;
}

/** Statuses of a transition for which another user was faster. */
const OUTDATED = [404, 409, 412];

/** A button for a transition, shown only if the state and the user's role allow it. Refetches the screen also if another user was faster. */
export function TransitionButton<K extends CallKey, State extends string, Event extends string>(
  props: Props<K, State, Event>,
) {
  const { states, state, event, permission, call, request, pending, done, children } = props;
  const [send, { pending: isPending, problem, reply }] = useCall(call);
  const { revalidate } = useRevalidator();
  const press = async () => {
    const reply = await send(...([request] as unknown as ArgumentsOf<K>));
    if (reply?.ok === false && OUTDATED.includes(reply.problem.status)) await revalidate();
  };
  return (
    <>
      {useCan()(permission) && states.allowed(state).includes(event) && (
        <Button variant="quiet" pending={isPending && pending} onClick={() => void press()}>
          {children}
        </Button>
      )}
      <Notice kind="success">{reply?.ok && done}</Notice>
      <Notice kind="error">{problem?.detail}</Notice>
    </>
  );
}
