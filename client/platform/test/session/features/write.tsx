import { useState } from 'react';
import { useTestCall } from '#platform/test/screens/features/test-platform.ts';

const requests: Readonly<Record<string, object>> = {
  'POST /scans': { files: { scan: new File(['x'], 'scan.txt') } },
  'DELETE /notes': {},
};

/** A button that sends a write, with a line for each success. */
export function Write({ call }: { readonly call: string }) {
  const [send, { problem }] = useTestCall(call, { revalidate: 'nothing' });
  const [lines, setLines] = useState<readonly string[]>([]);
  const press = async () => {
    const reply = await send(requests[call] ?? { body: { text: 'Half' } });
    if (reply?.ok) setLines((before) => [...before, `${call} is done`]);
  };
  return (
    <div>
      <button type="button" onClick={() => void press()}>
        {call}
      </button>
      {[...lines, problem?.detail].map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
