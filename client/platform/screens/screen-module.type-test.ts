import type { ErrorViewProps } from './screen-module.ts';

export function typesOfErrorView({ problem }: ErrorViewProps): void {
  String(problem.requestId);
  if (problem.code === 'transition-not-allowed') problem.state.trim();
  if (problem.code === 'unprocessable-content') problem.errors?.map(({ pointer }) => pointer);
  if (problem.code === 'not-allowed' || problem.code === 'network') problem.title.trim();
  // @ts-expect-error an extension of another error
  if (problem.code === 'not-found') String(problem.state);
  // @ts-expect-error a code that is not in the catalogue
  if (problem.code === 'not-fuond') throw new Error();
}
