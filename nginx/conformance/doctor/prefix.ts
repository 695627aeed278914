import type { Target } from '../target.ts';
import type { Diagnosis, Verdict } from './check.ts';
import { diagnostics, type Echo } from './echo.ts';
import { found } from './findings.ts';
import { brief, isOurRefusal, isOurShell, isStatusCall, problemCode } from './ours.ts';

/** With the base path so many times before it: what an ingress takes away is put there first. */
const status = (target: Target, times: number) => target.ask(`${target.base.repeat(times)}/api/status`);
const reaches = async (target: Target, times: number) => isStatusCall(await status(target, times));

/** Whether the ingress takes the base path away, of an application that is reached. */
export const isStripped = (target: Target): Promise<boolean> => reaches(target, 2);

export const prefix: Diagnosis = {
  id: 'prefix',
  title: 'What is asked beneath the prefix arrives at the application as it expects it.',
  isBasic: true,
  examine: async ({ target, echo }) => {
    const call = await status(target, 1);
    if (isStatusCall(call)) return examineReached(target, echo);
    const shell = await target.ask(`${target.base}/`);
    const code = problemCode(call);
    if (isOurShell(shell) && code !== undefined && call.status >= 500)
      return found('bff-unreachable', `${brief(call)} ${code}`);
    if (await reaches(target, 3)) return found('prefix-stripped-twice', hidden(target, 3));
    if (await reaches(target, 2))
      return found(isOurShell(shell) ? 'prefix-stripped-twice' : 'prefix-stripped', hidden(target, 2));
    if (echo) return changed(target, echo);
    // Redirects, and a call that somebody else answers in place of the application, have diagnoses of their own.
    if ((isOurShell(shell) && shell.status === 200) || (shell.status >= 300 && shell.status < 400))
      return 'well';
    if (isOurShell(shell))
      return found('prefix-doubled', `${brief(shell)}; DIAGNOSTICS=true tells as what it arrives`);
    if (isOurRefusal(shell)) return found('prefix-changed', brief(shell));
    const isDown = [502, 503, 504].includes(shell.status);
    return found(isDown ? 'no-answer' : 'not-routed', brief(shell));
  },
};

async function examineReached(target: Target, echo: Echo | undefined): Promise<Verdict> {
  if (echo && echo.ingressStripsPrefix && !(await isStripped(target)))
    return found('prefix-kept', `${diagnostics(target)}/echo arrived as ${echo.arrived}`);
  // Of an address that was sent in capitals, no application has a call.
  const capitals = await target.ask(`${target.base}/api/STATUS`);
  return isStatusCall(capitals) ? found('case-changed', brief(capitals)) : 'well';
}

const hidden = (target: Target, times: number) =>
  `${target.base}/api/status is not found, ${target.base.repeat(times)}/api/status is`;

function changed(target: Target, { arrived }: Echo): Verdict {
  const asked = `${diagnostics(target)}/echo`;
  const symptom = `${asked} arrived as ${arrived}`;
  if (arrived === asked) return 'well';
  if (arrived.toLowerCase() === asked.toLowerCase()) return found('case-changed', symptom);
  return found(arrived === target.base + asked ? 'prefix-doubled' : 'prefix-changed', symptom);
}
