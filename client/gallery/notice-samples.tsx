import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function NoticeSamples() {
  const [isSent, setSent] = useState(false);
  return (
    <>
      <Notice kind="info">Prices include taxes.</Notice>
      <Notice kind="success" title="It is done">
        A confirmation is on its way to you.
      </Notice>
      <Notice kind="error" title="It was not done" action={<Button variant="quiet">Try again</Button>}>
        The service does not answer. Nothing was lost; what you have filled in is still here, and you can send
        it again in a few minutes.
      </Notice>
      <div className="actions">
        <Button variant="quiet" onClick={() => setSent(!isSent)}>
          {isSent ? 'Take the news back' : 'Have news'}
        </Button>
      </div>
      <Notice kind="success">{isSent && 'The news is here.'}</Notice>
    </>
  );
}
