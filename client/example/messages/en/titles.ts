/** Texts of the layout and titles of the screens, which every page loads. */
export const titles = {
  navigation: 'Main',
  language: 'Language',
  purpose: 'Collects the notes of a team, and shows them to those whom they concern.',
  footer: 'An example. Its notes are made up, and gone after a restart.',
  notes: 'Notes',
  newNote: 'New note',
  note: 'Note',
  noteChange: 'Change the note',
  imports: 'Import',
  export: 'Export',
  overview: 'Overview',
  handbook: 'Handbook',
};
