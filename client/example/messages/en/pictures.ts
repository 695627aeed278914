export const messages = {
  heading: 'Picture',
  none: 'This note has no picture.',
  save: 'Save the picture',
  change: 'Change the picture',
  cancel: 'Cancel',
  caption: 'Caption',
  picture: 'PNG file',
  send: 'Send the picture',
  sending: 'Sending the picture …',
};
