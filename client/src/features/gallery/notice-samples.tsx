import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function NoticeSamples() {
  const [isSent, setSent] = useState(false);
  return (
    <>
      <Notice kind="info">Prices include taxes.</Notice>
      <Notice kind="good" title="It is done">
        A confirmation is on its way to you.
      </Notice>
      <Notice kind="bad" title="It was not done" action={<Button look="quiet">Try again</Button>}>
        Somebody does not answer. Nothing was lost; what you have filled in is still here, and you can send it
        again in a few minutes.
      </Notice>
      <div className="gallery-row">
        <Button look="quiet" onClick={() => setSent(!isSent)}>
          {isSent ? 'Take the news back' : 'Have news'}
        </Button>
      </div>
      <Notice kind="good">{isSent && 'The news is here.'}</Notice>
    </>
  );
}
