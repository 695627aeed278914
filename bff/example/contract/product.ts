export const product = {
  name: 'Notes',
  purpose: 'Collects the notes of a team, and shows them to those whom they concern.',
};
