import type { CheckResult } from '../check.ts';
import { finding } from '../findings.ts';

/** Whether a Set-Cookie field has this path, the attributes of a session's cookie, and no Domain. */
export function checkCookie(field: string, path: string, isTls: boolean): CheckResult {
  const [pair = '', ...attributes] = field.split(/;\s*/);
  const has = (expected: string) => attributes.some((one) => one.toLowerCase() === expected.toLowerCase());
  const symptom = (problem: string) => `${pair.split('=', 1)[0]} ${problem}: ${attributes.join('; ')}`;
  if (!has(`Path=${path}`)) return finding('cookie-path', symptom(`has not Path=${path}`));
  const missing = ['HttpOnly', 'SameSite=Lax', ...(isTls ? ['Secure'] : [])].filter((one) => !has(one));
  if (missing.length > 0) return finding('cookie-attributes', symptom(`has not ${missing.join(', ')}`));
  const hasDomain = attributes.some((one) => /^domain=/i.test(one));
  return hasDomain ? finding('cookie-attributes', symptom('is for a whole domain')) : 'ok';
}
