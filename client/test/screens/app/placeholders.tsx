import type { ReactNode } from 'react';
import { HomeFrame } from '../features/home-frame.tsx';
import { responseMarks } from '#platform/screens/response-marks.tsx';

const { name, dependencies } = responseMarks('GET /status');

export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <HomeFrame state={`Answered by ${name}`} name={name} dependencies={dependencies} />,
};
