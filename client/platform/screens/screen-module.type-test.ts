import { screenAt } from './screen-at.ts';
import type { ErrorViewProps, ScreenModule, ScreenProps, ScreenRequest } from './screen-module.ts';

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

const note = screenAt('/notes/:noteId');
const loader = note.loader(({ params }) => params.noteId.length);

export function typesOfScreenProps(
  typed: ScreenProps<typeof loader>,
  plain: ScreenProps<(request: ScreenRequest) => string>,
  without: ScreenProps,
): ScreenModule {
  typed.params.noteId.trim();
  typed.data.toFixed();
  plain.params['noteId']?.trim();
  without.params['noteId']?.trim();
  // @ts-expect-error a parameter that the path does not have
  String(typed.params.id);
  // @ts-expect-error a parameter of a loader without `screenAt` may be missing
  plain.params['noteId'].trim();
  return { loader, Component: ({ params, data }: ScreenProps<typeof loader>) => params.noteId + data };
}
