export const messages = {
  summary: (count: number) => (count === 1 ? 'There is a problem' : `There are ${count} problems`),
  remove: (item: string) => `Remove ${item}`,
  step: (number: number, count: number, title: string) => `Step ${number} of ${count}: ${title}`,
  back: 'Back',
  next: 'Next',
  restored: 'Your input has been restored, except for files and passwords. It has not been sent yet.',
  changed:
    'This has been changed meanwhile. The form shows the earlier values; saving them may undo the change.',
  closing: 'Close without saving your input?',
};
