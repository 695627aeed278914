/** What every form says. */
export const messages = {
  summary: 'Something is not right yet:',
  remove: (item: string) => `Remove ${item}`,
  step: (number: number, count: number, title: string) => `Step ${number} of ${count}: ${title}`,
  back: 'Back',
  next: 'Next',
};
