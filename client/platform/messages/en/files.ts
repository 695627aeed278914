export const messages = {
  unreadable: 'File not readable',
  chooseAgain: (name?: string) =>
    `${name === undefined ? 'The file' : `“${name}”`} has been changed, moved or deleted, or is a folder. Please choose a file again.`,
};
