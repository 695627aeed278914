import { useNavigate } from 'react-router-dom';
import { exportAt } from './address.ts';
import { messages } from '#messages/exports.ts';
import { useCall } from '#platform/api/use-call.ts';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';

/** Starts an export, and goes to its screen. */
export function ExportButton() {
  const navigate = useNavigate();
  const [start, { pending, problem }] = useCall('POST /exports', { revalidate: 'nothing' });
  const press = async () => {
    const reply = await start();
    if (reply?.ok) await navigate(exportAt.to({ params: { exportId: reply.body.id } }));
  };
  return (
    <>
      <Button variant="quiet" pending={pending && messages.starting} onClick={() => void press()}>
        {messages.start}
      </Button>
      <Notice kind="error">{problem?.detail}</Notice>
    </>
  );
}
