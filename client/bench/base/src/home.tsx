import { useEffect, useState } from 'react';

interface Status {
  readonly name: string;
  readonly version: string;
}

export function Home() {
  const [status, setStatus] = useState<Status>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    fetch('/web/api/status', { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
      .then(setStatus)
      .catch(() => {
        if (!controller.signal.aborted) setFailed(true);
      });
    return () => controller.abort();
  }, []);

  return (
    <>
      <h1>Specification</h1>
      <p>Nine points say what this application is. Each names the file that establishes it.</p>
      <section className="card">
        <h2>Backend for frontend</h2>
        <p>{failed ? 'The BFF does not answer' : status ? 'The BFF answers' : 'Asking the BFF …'}</p>
        <dl>
          <div>
            <dt>Name</dt>
            <dd>{status?.name ?? '…'}</dd>
          </div>
          <div>
            <dt>Version</dt>
            <dd>{status?.version ?? '…'}</dd>
          </div>
        </dl>
      </section>
    </>
  );
}
