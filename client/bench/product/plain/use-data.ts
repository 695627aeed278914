import { useEffect, useState } from 'react';

/** JSON of the API; undefined until it is there. */
export function useData(path: string): unknown {
  const [data, setData] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    fetch(`/web/api${path}`, { signal: controller.signal })
      .then((response) => response.json())
      .then((body) => setData(body))
      .catch(() => {});
    return () => controller.abort();
  }, [path]);
  return data;
}
