import type { ReactNode } from 'react';
import { HomeFrame } from '#platform/test/screens/features/home-frame.tsx';
import { responseMarks } from '#platform/screens/response-marks.tsx';

const { name, dependencies } = responseMarks('GET /status');
const { bookings } = responseMarks('GET /test/bookings' as 'GET /status') as unknown as {
  readonly bookings: readonly { readonly guest: { readonly name: string } }[];
};

const Guest = ({ name }: { readonly name: string }) => <p>{name}</p>;

export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <HomeFrame state={`Answered by ${name}`} name={name} dependencies={dependencies} />,
  '/test/editing': bookings.map(({ guest }, index) => <Guest key={index} {...guest} />),
};
