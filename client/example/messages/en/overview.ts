export const messages = {
  lead: 'Each section loads by itself.',
  counts: 'Notes by state',
  activity: 'Changes in the last seven days',
  latest: 'Changed last',
  tip: 'Tip of the day',
  loading: 'Loading …',
};
