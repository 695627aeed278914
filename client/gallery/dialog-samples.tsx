import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/form/field.tsx';

export function DialogSamples() {
  const [shown, setShown] = useState<'question' | 'form' | 'long'>();
  const close = () => setShown(undefined);
  return (
    <div className="actions">
      <Button variant="danger" onClick={() => setShown('question')}>
        Delete the planet …
      </Button>
      <Button variant="quiet" onClick={() => setShown('form')}>
        Rename the planet …
      </Button>
      <Button variant="quiet" onClick={() => setShown('long')}>
        Read the terms …
      </Button>
      <Dialog
        open={shown === 'question'}
        title="Delete this planet?"
        closeLabel="Keep it"
        onClose={close}
        actions={
          <Button variant="danger" onClick={close}>
            Delete
          </Button>
        }
      >
        <p>All that is in it goes with it. This cannot be undone.</p>
      </Dialog>
      <Dialog
        open={shown === 'form'}
        title="Rename the planet"
        closeLabel="Cancel"
        keep
        onClose={close}
        actions={<Button onClick={close}>Rename</Button>}
      >
        <Field name="planet" label="Name of the planet" defaultValue="Summer" />
      </Dialog>
      <Dialog open={shown === 'long'} title="Terms" onClose={close}>
        {Array.from({ length: 12 }, (_, index) => (
          <p key={index}>
            {`${index + 1}. What is agreed is kept by both, and where it cannot be kept, said in good time and in plain
            words to all whom it concerns.`}
          </p>
        ))}
      </Dialog>
    </div>
  );
}
