import { expect, test } from 'vitest';
import { Status } from '@web/bff/contract/calls/status';
import { sessionLocations } from '../start/session-locations.ts';

test('without sign-in, nginx has no location for it', () => {
  expect(sessionLocations(null)).toEqual({ ofCalls: '', ofServer: '' });
});

test('while the BFF is away, the addresses where a browser signs in lead to the screen that says so', () => {
  const { ofCalls, ofServer } = sessionLocations({ person: Status, private: Status });
  expect(ofCalls).toContain('location ~ "^/web/api/session/(?:sign-in|callback)$"');
  // At any other level nginx logs the query of a request that fails.
  expect(ofCalls).toContain('error_log stderr emerg;');
  expect(ofServer).toContain('return 303 /web/session?problem=unavailable;');
});
