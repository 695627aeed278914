import { useState } from 'react';
import { Button } from '#ui/button.tsx';

export function ButtonSamples() {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <div className="gallery-row">
        <Button onClick={() => setPresses(presses + 1)}>Press me</Button>
        <Button look="quiet">Not now</Button>
        <Button look="danger">Delete for good</Button>
      </div>
      <div className="gallery-row">
        <Button pending="Saving …" onClick={() => setPresses(presses + 1)}>
          Save
        </Button>
        <Button disabled>Not available</Button>
        <Button look="quiet" disabled>
          Not available, quiet
        </Button>
      </div>
      <div className="gallery-narrow">
        <Button look="quiet">A button whose text is so long that it takes a second line on a phone</Button>
      </div>
      <p>
        Pressed <output data-testid="presses">{presses}</output> times.
      </p>
    </>
  );
}
