import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Part } from '#ui/part.tsx';
import { Specification } from './specification.tsx';

const EVERY_MS = 5_000;

export const loader = ({ read }: ScreenRequest) => ({ status: read('GET /status') });

/** What the product is known to be, and whether the BFF answers. A product's own home screen takes its place. */
export function Component({ data }: ScreenProps<typeof loader>) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void revalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  const status = (
    <Part of={data.status} pending="Asking the BFF …">
      {({ name, version }) => (
        <p data-state="up">
          The BFF answers: {name} {version}
        </p>
      )}
    </Part>
  );
  return <Specification status={status} />;
}
