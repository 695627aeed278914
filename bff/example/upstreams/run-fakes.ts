import { fakeHandbook } from './fake-handbook.ts';
import { fakeNotes } from './fake-notes.ts';

/** Runs the fakes of the example's upstreams at `NOTES_PORT` and `HANDBOOK_PORT`. */
const notes = fakeNotes();
notes.setFaults({ 'GET /overview/activity': { delayMs: 1_500 } });
await notes.listen(Number(process.env['NOTES_PORT'] ?? 5000));
await fakeHandbook().listen(Number(process.env['HANDBOOK_PORT'] ?? 5001));
