'use client';
import { useEffect, useState } from 'react';

export function useData(path) {
  const [data, setData] = useState();
  useEffect(() => {
    const controller = new AbortController();
    fetch(`/web/api${path}`, { signal: controller.signal })
      .then((response) => response.json())
      .then(setData)
      .catch(() => {});
    return () => controller.abort();
  }, [path]);
  return data;
}
