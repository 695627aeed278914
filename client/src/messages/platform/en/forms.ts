export const messages = {
  summary: (count: number) => (count === 1 ? 'There is a problem' : `There are ${count} problems`),
  remove: (item: string) => `Remove ${item}`,
  step: (number: number, count: number, title: string) => `Step ${number} of ${count}: ${title}`,
  back: 'Back',
  next: 'Next',
  restored: 'What you had entered is back, without files and passwords. It is not sent yet.',
};
