import { expect, test, vi } from 'vitest';
import { errorTexts } from '#platform/forms/body/body-errors.ts';
import { translatedProblem } from './translated.ts';

vi.mock('#platform/product/messages.ts', () => ({
  problems: { 'note-title-taken': { title: 'Vergeben', detail: 'Den Titel gibt es schon.' } },
  rules: { 'Ends before it begins.': 'Endet, bevor es beginnt.' },
}));

test('a problem gets the translated texts of its code, and keeps its other members', () => {
  const problem = { code: 'note-title-taken', title: 'Taken', detail: 'Taken.', takenBy: '7' };
  expect(translatedProblem(problem)).toEqual({
    code: 'note-title-taken',
    title: 'Vergeben',
    detail: 'Den Titel gibt es schon.',
    takenBy: '7',
  });
  const other = { ...problem, code: 'without-a-text' };
  expect(translatedProblem(other)).toEqual(other);
});

test('a form shows the translated text of a rule, and the platform’s text for a schema keyword', () => {
  const [known, unknown] = ['Ends before it begins.', 'Another text.'];
  expect(
    Object.fromEntries(
      errorTexts([
        { pointer: '/until', detail: known },
        { pointer: '/from', detail: unknown },
        { pointer: '/title', detail: 'must NOT …', rule: 'maxLength', expected: 80 },
      ]),
    ),
  ).toEqual({
    until: 'Endet, bevor es beginnt.',
    from: 'Another text.',
    title: 'Use at most 80 characters.',
  });
});
