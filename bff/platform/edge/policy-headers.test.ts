import { expect, test } from 'vitest';
import type { Policies } from '#platform/contract/policies.ts';
import { policyHeaders } from './policy-headers.ts';

test('features and the referrer are off, unless the product allows them', () => {
  expect(policyHeaders({})).toEqual({
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
  });
  const opened: Policies = {
    permissions: { camera: ['self'], geolocation: ['self', 'https://maps.example:8443'] },
    referrer: 'strict-origin-when-cross-origin',
  };
  expect(policyHeaders(opened)).toEqual({
    'permissions-policy':
      'camera=(self), geolocation=(self "https://maps.example:8443"), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

test.each<[string, object]>([
  ['permissions: "camara": expected camera, ', { permissions: { camara: ['self'] } }],
  ['permissions: "toString": expected camera, ', { permissions: { toString: ['self'] } }],
  ['camera: "undefined": expected self', { permissions: { camera: [] } }],
  ['camera: "*": expected self', { permissions: { camera: ['*'] } }],
  ['camera: "https://a.example": expected self', { permissions: { camera: ['https://a.example'] } }],
  ...[
    '*',
    'self',
    'http://a.example',
    'https://*.example',
    'https://a.example/b',
    'https://a"), usb=*',
    '',
  ].map((origin): [string, object] => [
    `usb: "${origin}": expected an origin`,
    { permissions: { usb: ['self', origin] } },
  ]),
  ['referrer: "unsafe-url": expected no-referrer, ', { referrer: 'unsafe-url' }],
  ['referrer: "strict-orgin": expected no-referrer, ', { referrer: 'strict-orgin' }],
])('an invalid policy is rejected: %s', (message, policies) => {
  expect(() => policyHeaders(policies)).toThrow(`bff/src/contract/policies.ts: ${message}`);
});
