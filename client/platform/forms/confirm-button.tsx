import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ArgumentsOf, CallKey } from '#platform/api/api.ts';
import { useCall } from '#platform/api/use-call.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Notice } from '#platform/ui/notice.tsx';

interface Props<K extends CallKey> {
  readonly call: K;
  readonly request: ArgumentsOf<K>[0];
  /** Title of the dialog: `Delete ${title}?`. */
  readonly question: string;
  readonly closeLabel?: string;
  /** Text of the dialog's button while the call is in progress. */
  readonly pending: string;
  readonly danger?: boolean;
  readonly size?: 'small';
  /** Screen to open after success, such as the list of a deleted entity, and the notice for its `NextNotice`. Without it, the screen is refetched. */
  readonly to?: string;
  readonly notice?: string;
  /** Text of the button, and of the one in the dialog. */
  readonly children: ReactNode;
}

/** A button that asks before it sends a call. The dialog stays open until the call has succeeded, and shows its error. */
export function ConfirmButton<K extends CallKey>(props: Props<K>) {
  const { call, request, question, closeLabel, pending, danger = false, size, to, notice, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const [send, { pending: isPending }] = useCall(call, to === undefined ? {} : { revalidate: 'nothing' });
  const navigate = useNavigate();
  const ask = () => {
    setError(undefined);
    setOpen(true);
  };
  const confirm = async () => {
    setError(undefined);
    const reply = await send(...([request] as unknown as ArgumentsOf<K>));
    if (reply?.ok === false) return setError(reply.problem.detail);
    if (!reply) return undefined;
    setOpen(false);
    return to === undefined ? undefined : navigate(to, { state: { notice } });
  };
  return (
    <>
      <Button variant={danger ? 'danger' : 'quiet'} size={size} onClick={ask}>
        {children}
      </Button>
      <Dialog
        open={isOpen}
        title={question}
        {...(closeLabel !== undefined && { closeLabel })}
        onClose={() => setOpen(false)}
        actions={
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={isPending && pending}
            onClick={() => void confirm()}
          >
            {children}
          </Button>
        }
      >
        <Notice kind="error">{error}</Notice>
      </Dialog>
    </>
  );
}
