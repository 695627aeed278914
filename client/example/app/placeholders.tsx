import type { ReactNode } from 'react';
import { titles } from '#messages/titles.ts';
import { NoteTable } from '#features/notes/shared/note-table.tsx';
import { responseMarks } from '#platform/screens/response-marks.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';

/** The list, on which users arrive most often: its rows appear with the response, before the scripts. */
export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': (
    <Page heading={titles.notes} lead={titles.purpose}>
      <Skeleton shape="block" />
      <NoteTable caption={titles.notes} items={responseMarks('GET /notes').items} isPending />
    </Page>
  ),
};
