import type { Target } from '../../target.ts';
import { isRedirect } from '../../checks.ts';
import type { Check, CheckResult } from '../check.ts';
import { diagnostics, type Echo } from '../echo.ts';
import { finding } from '../findings.ts';
import { findInPlace } from '../in-place.ts';
import {
  isFromApplication,
  isOwnErrorText,
  isOurShell,
  isStatusResponse,
  problemCode,
  summary,
} from '../recognise.ts';

/** The status call with the base path repeated: a hop that strips it leaves the rest. */
const requestStatus = (target: Target, times: number) =>
  target.request(`${target.base.repeat(times)}/api/status`);
const reaches = async (target: Target, times: number) => isStatusResponse(await requestStatus(target, times));

/** Whether the ingress strips the base path; the application must be reachable. */
export const isStripped = (target: Target): Promise<boolean> => reaches(target, 2);

export const prefix: Check = {
  id: 'prefix',
  title: 'Requests beneath the prefix arrive with the path that the application expects.',
  isBasic: true,
  run: async ({ target, echo }) => {
    const call = await requestStatus(target, 1);
    if (isStatusResponse(call)) return checkReached(target, echo);
    const shell = await target.request(`${target.base}/`);
    const inPlace = findInPlace(target, call);
    if (inPlace) return inPlace;
    const code = problemCode(call);
    if (isOurShell(shell) && code !== undefined && call.status >= 500)
      return finding('bff-unreachable', `${summary(call)} ${code}`);
    if (await reaches(target, 3)) return finding('prefix-stripped-twice', reachedBy(target, 3));
    if (await reaches(target, 2))
      return finding(isOurShell(shell) ? 'prefix-stripped-twice' : 'prefix-stripped', reachedBy(target, 2));
    if (echo) return comparePaths(target, echo);
    if (isOurShell(shell) && shell.status === 200 && !isFromApplication(call) && !isRedirect(call))
      return finding('calls-not-routed', summary(call));
    // Another check finds redirects.
    if ((isOurShell(shell) && shell.status === 200) || isRedirect(shell)) return 'ok';
    if (isOurShell(shell))
      return finding('prefix-doubled', `${summary(shell)}; DIAGNOSTICS=true shows the path that arrives`);
    if (isOwnErrorText(shell)) return finding('prefix-changed', summary(shell));
    const isDown = [502, 503, 504].includes(shell.status);
    return finding(isDown ? 'no-answer' : 'not-routed', summary(shell));
  },
};

async function checkReached(target: Target, echo: Echo | undefined): Promise<CheckResult> {
  if (echo?.ingressStripsPrefix && !(await isStripped(target)))
    return finding('prefix-kept', `${diagnostics(target)}/echo arrived as ${echo.arrived}`);
  // No application has a call in capitals.
  const capitals = await target.request(`${target.base}/api/STATUS`);
  return isStatusResponse(capitals) ? finding('case-changed', summary(capitals)) : 'ok';
}

const reachedBy = (target: Target, times: number) =>
  `${target.base}/api/status is not found, ${target.base.repeat(times)}/api/status is`;

function comparePaths(target: Target, { arrived }: Echo): CheckResult {
  const sent = `${diagnostics(target)}/echo`;
  const symptom = `${sent} arrived as ${arrived}`;
  if (arrived === sent) return 'ok';
  if (arrived.toLowerCase() === sent.toLowerCase()) return finding('case-changed', symptom);
  return finding(arrived === target.base + sent ? 'prefix-doubled' : 'prefix-changed', symptom);
}
