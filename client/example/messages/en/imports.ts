export const messages = {
  lead: 'A row has a title, a text, a first and a last day, separated by semicolons. A day looks like 2026-05-03.',
  file: 'CSV file',
  onlyValid: 'Skip invalid rows',
  columns: { title: 'Title', text: 'Text', shownFrom: 'Shown from', shownUntil: 'Shown until' },
  submit: 'Add the notes',
  pending: 'Adding the notes …',
  added: (count: number) => (count === 1 ? '1 note is added.' : `${count} notes are added.`),
};
