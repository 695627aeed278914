import { useState } from 'react';
import { UploadProgress } from '#platform/ui/upload-progress.tsx';
import { Links } from './links.tsx';
import { testUrlOf, useTestCall } from './test-platform.ts';

export function Component() {
  const [send, { pending, share, problem, stop }] = useTestCall('POST /test/uploads/:folder');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [seen, setSeen] = useState<readonly number[]>([]);
  const [total, setTotal] = useState(0);
  const [result, setResult] = useState('');
  const [sendBytes, { problem: bytesProblem }] = useTestCall('POST /test/body');
  const submit = async (more: object) => {
    setSeen([]);
    const reply = await send({
      params: { folder: 'ä/x' },
      body: { title: 'T' },
      files: { scan: files },
      ...more,
    });
    if (reply?.ok) setResult(JSON.stringify(reply.body));
  };
  const onProgress = (sent: number, all: number) => {
    setSeen((before) => [...before, sent]);
    setTotal(all);
  };
  return (
    <>
      <h1>Uploading</h1>
      <label>
        Files <input type="file" multiple onChange={({ target }) => setFiles([...(target.files ?? [])])} />
      </label>
      <button type="button" onClick={() => void submit({ onProgress })}>
        Send
      </button>
      <button type="button" onClick={() => void submit({ timeoutMs: 2_000 })}>
        Send without progress
      </button>
      <button type="button" onClick={() => void sendBytes({ body: files[0] })}>
        Send as body
      </button>
      {pending && <UploadProgress label="Upload" share={share ?? 0} onStop={stop} />}
      <p data-testid="seen">{seen.join(' ')}</p>
      <p data-testid="total">{total}</p>
      <p>{result}</p>
      <p role="alert">{pending ? '' : (problem ?? bytesProblem)?.detail}</p>
      <a href={testUrlOf('GET /test/files/:name', { params: { name: 'Größe "L".txt' } })} download>
        Download
      </a>
      <Links />
    </>
  );
}
