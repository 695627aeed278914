import { BASE_PATH } from '@web/bff/contract/constants';
import type { SessionSchema } from '@web/bff/contract/kit/session/define-session';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/contract/kit/session/session-state';

/** Where a browser itself goes to sign in gets a screen while the BFF is away, and no JSON: one location among the calls, one of the server. */
export function sessionLocations(session: SessionSchema | null): { ofCalls: string; ofServer: string } {
  if (!session) return { ofCalls: '', ofServer: '' };
  return {
    ofCalls: [
      `    location ~ "^${SESSION_PATH}/(?:sign-in|callback)$" {`,
      // Its lines have the query, and so the code of a way back.
      '      error_log stderr emerg;',
      '      error_page 429 502 503 504 = @sign_in_unavailable;',
      '      proxy_pass http://bff$bff_uri;',
      '    }',
    ].join('\n'),
    ofServer: [
      '  location @sign_in_unavailable {',
      `    return 303 ${BASE_PATH}${SESSION_SCREEN}?problem=unavailable;`,
      '  }',
    ].join('\n'),
  };
}
