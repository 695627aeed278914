import type { Note } from '#contract/entities/note.ts';

const titles = [
  'Bread for the team breakfast',
  'New door code from May',
  'Fire drill on Thursday',
  'Parking during the roadworks',
  'Minutes of the planning meeting',
  'Who waters the plants?',
  'Release 4.2 in one page',
  'Lost: a blue umbrella',
  'Printer on the second floor',
  'Summer party, first ideas',
  'Rota for the support line',
  'How we write release notes',
  'Hardware budget for next year',
  'Guests from Lisbon',
  'Quiet hours in the library',
  'Retrospective: what we keep',
  'Backup of the design files',
  'Bicycle stands behind the house',
  'Customer interviews in June',
  'Questions for the town hall',
  'Colors of the new charts',
  'Running group at lunchtime',
  'Contract with the cleaning service',
  'Trial of the new headset',
  'Glossary, second edition',
  'Where the first-aid kits are',
  'Offer for the trade fair',
  'Onboarding in the first week',
  'Canteen closed on Monday',
  'Ideas for the winter issue',
  'Speakers for the open evening',
  'Old monitors to give away',
];

const people = [
  ['ada', 'Ada Lovelace'],
  ['alan', 'Alan Turing'],
  ['alan', 'Alan Turing'],
  ['joan', 'Joan Clarke'],
] as const;
const states = ['published', 'draft', 'published', 'archived', 'draft', 'published'] as const;
const audiences: readonly Note['audience'][] = [
  { kind: 'everybody' },
  { kind: 'team', team: 'engineering' },
  { kind: 'person', email: 'grace@example.org' },
  { kind: 'team', team: 'design' },
];

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

function noteAt(title: string, index: number): Note {
  const [author, authorName] = pick(people, index);
  return {
    id: String(index + 1),
    title,
    text:
      index % 7 === 1
        ? ''
        : `${title}: please read this by Friday.\n\nAsk ${authorName} if anything is unclear.`,
    state: pick(states, index),
    audience: pick(audiences, index),
    shownFrom: day(-index),
    ...(index % 3 === 0 && { shownUntil: day(30 - index) }),
    tasks:
      index % 4 === 0
        ? [
            { text: 'Tell the others', done: true },
            { text: 'Write down the result', done: false },
          ]
        : [],
    author,
    authorName,
    changedAt: new Date(Date.now() - index * 5_000_000).toISOString(),
    version: 1,
    isStarred: index % 5 === 2,
    picture: null,
  };
}

export const seed: readonly Note[] = titles.map(noteAt);
