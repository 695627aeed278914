import type { ClosedFeature, Policies } from '#platform/contract/policies.ts';
import { policies as productPolicies } from '#platform/contract/product/policies.ts';

const FEATURES: readonly ClosedFeature[] = ['camera', 'geolocation', 'microphone', 'payment', 'usb'];
const REFERRERS: readonly Policies['referrer'][] = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
];
const ORIGIN = /^https:\/\/[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/;

/** Rejects a value that the types do not allow: browsers would ignore it without an error. */
function expectOneOf(value: string, name: string, choices: readonly unknown[]): void {
  if (!choices.includes(value))
    throw new Error(`bff/src/contract/policies.ts: ${name}: "${value}": expected ${choices.join(', ')}`);
}

/** Headers of documents. With `{}`, those of all other responses. Throws if a value is invalid. */
export function policyHeaders({ permissions = {}, referrer = 'same-origin' }: Policies = productPolicies) {
  expectOneOf(referrer, 'referrer', REFERRERS);
  for (const [feature, [self, ...origins]] of Object.entries(permissions)) {
    expectOneOf(feature, 'permissions', FEATURES);
    expectOneOf(self, feature, ['self']);
    for (const origin of origins)
      if (!ORIGIN.test(origin)) expectOneOf(origin, feature, ['an origin, such as https://scan.example']);
  }
  const allowList = (feature: ClosedFeature) =>
    (permissions[feature] ?? []).map((one) => (one === 'self' ? one : `"${one}"`)).join(' ');
  return {
    'permissions-policy': FEATURES.map((feature) => `${feature}=(${allowList(feature)})`).join(', '),
    'referrer-policy': referrer,
  };
}
