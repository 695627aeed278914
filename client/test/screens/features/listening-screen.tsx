import { useState } from 'react';
import { testApi } from './test-platform.ts';

export function Component() {
  const [said, setSaid] = useState('');
  const listen = async () => {
    const reply = await testApi('GET /test/json-events');
    if (!reply.ok) return;
    for await (const event of reply.body) setSaid((before) => `${before} ${event.said}`);
  };
  return (
    <>
      <h1>Listening</h1>
      <button type="button" onClick={() => void listen()}>
        Listen
      </button>
      <p>Heard:{said}</p>
    </>
  );
}
