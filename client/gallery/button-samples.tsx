import { useState } from 'react';
import { Button } from '#ui/button.tsx';

export function ButtonSamples() {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <div className="actions">
        <Button onClick={() => setPresses(presses + 1)}>Press me</Button>
        <Button variant="quiet">Not now</Button>
        <Button variant="danger">Delete for good</Button>
      </div>
      <div className="actions">
        <Button pending="Saving …" onClick={() => setPresses(presses + 1)}>
          Save
        </Button>
        <Button disabled>Not available</Button>
        <Button variant="quiet" disabled>
          Not available, quiet
        </Button>
      </div>
      <div className="gallery-narrow">
        <Button variant="quiet">A button whose text is so long that it takes a second line on a phone</Button>
      </div>
      <p>
        Pressed <output data-testid="presses">{presses}</output> times.
      </p>
    </>
  );
}
