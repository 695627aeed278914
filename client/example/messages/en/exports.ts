export const messages = {
  start: 'Export',
  starting: 'Starting …',
  running: 'The notes are being written into a file. You may leave this screen, and come back.',
  finished: 'The file is ready.',
  progress: (done: number, total: number) => `${done} of ${total} notes`,
  download: 'Save the file',
  gone: 'There is no such export any more. Export the notes again from the list.',
};
