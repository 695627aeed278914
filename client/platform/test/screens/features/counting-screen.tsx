import { useState } from 'react';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Links } from './links.tsx';

/** Renders text beside other children, so that React inserts, updates and removes single text nodes. */
export function Component() {
  const [count, setCount] = useState(0);
  const isOdd = count % 2 === 1;
  return (
    <>
      <h1>Counting</h1>
      <p data-testid="count">
        {isOdd && 'Odd: '}
        {count} of {count + 1}
        {isOdd ? <b>!</b> : ' even'}
        {isOdd && ', really'}
      </p>
      <ul>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            Row {index} {index < count - 1 && 'has a successor'}
          </li>
        ))}
      </ul>
      <Notice kind="info">{isOdd && 'This is odd.'}</Notice>
      <Button onClick={() => setCount(count + 1)}>More</Button>
      <Button onClick={() => setCount(count - 1)}>Fewer</Button>
      <Links />
    </>
  );
}
