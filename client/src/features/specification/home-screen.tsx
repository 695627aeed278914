import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Specification } from './specification.tsx';

export const loader = ({ read }: ScreenRequest) => read('GET /status').catch(() => null);

/** Shows what is established about the product, and the BFF's status. Replace it by the product's home screen. */
export function Component({ data }: ScreenProps<typeof loader>) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void revalidate(), 5_000);
    return () => clearInterval(timer);
  }, [revalidate]);
  if (!data) return <Specification bff="down" text="The BFF does not answer. This page keeps asking." />;
  return <Specification bff="up" text={`The BFF answers: ${data.name} ${data.version}`} />;
}
