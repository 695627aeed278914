import type { Door } from '../door.ts';
import type { Diagnosis, Verdict } from './diagnosis.ts';
import { diagnostics, type Echo } from './echo.ts';
import { found } from './findings.ts';
import { brief, isOurRefusal, isOurShell, isStatusCall, problemCode } from './ours.ts';

/** With the base path so many times before it: what an ingress takes away is put there first. */
const status = (door: Door, times: number) => door.ask(`${door.base.repeat(times)}/api/status`);
const reaches = async (door: Door, times: number) => isStatusCall(await status(door, times));

/** Whether the ingress takes the base path away, of an application that is reached. */
export const isStripped = (door: Door): Promise<boolean> => reaches(door, 2);

export const prefix: Diagnosis = {
  id: 'prefix',
  title: 'What is asked beneath the prefix arrives at the application as it expects it.',
  isBasic: true,
  examine: async ({ door, echo }) => {
    const call = await status(door, 1);
    if (isStatusCall(call)) return examineReached(door, echo);
    const shell = await door.ask(`${door.base}/`);
    const code = problemCode(call);
    if (isOurShell(shell) && code !== undefined && call.status >= 500)
      return found('bff-unreachable', `${brief(call)} ${code}`);
    if (await reaches(door, 3)) return found('prefix-stripped-twice', hidden(door, 3));
    if (await reaches(door, 2))
      return found(isOurShell(shell) ? 'prefix-stripped-twice' : 'prefix-stripped', hidden(door, 2));
    if (echo) return changed(door, echo);
    // Redirects, and a call that somebody else answers in place of the application, have diagnoses of their own.
    if ((isOurShell(shell) && shell.status === 200) || (shell.status >= 300 && shell.status < 400))
      return 'well';
    if (isOurShell(shell))
      return found('prefix-doubled', `${brief(shell)}; DIAGNOSTICS=on tells as what it arrives`);
    if (isOurRefusal(shell)) return found('prefix-changed', brief(shell));
    const isDown = [502, 503, 504].includes(shell.status);
    return found(isDown ? 'no-answer' : 'not-routed', brief(shell));
  },
};

async function examineReached(door: Door, echo: Echo | undefined): Promise<Verdict> {
  if (echo && echo.ingressStripsPrefix && !(await isStripped(door)))
    return found('prefix-kept', `${diagnostics(door)}/echo arrived as ${echo.arrived}`);
  // Of an address that was sent in capitals, no application has a call.
  const capitals = await door.ask(`${door.base}/api/STATUS`);
  return isStatusCall(capitals) ? found('case-changed', brief(capitals)) : 'well';
}

const hidden = (door: Door, times: number) =>
  `${door.base}/api/status is not found, ${door.base.repeat(times)}/api/status is`;

function changed(door: Door, { arrived }: Echo): Verdict {
  const asked = `${diagnostics(door)}/echo`;
  const symptom = `${asked} arrived as ${arrived}`;
  if (arrived === asked) return 'well';
  if (arrived.toLowerCase() === asked.toLowerCase()) return found('case-changed', symptom);
  return found(arrived === door.base + asked ? 'prefix-doubled' : 'prefix-changed', symptom);
}
