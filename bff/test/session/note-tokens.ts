import type { ServerResponse } from 'node:http';

/** Calls `note` with each token of a response of the provider's token endpoint, before it is sent. */
export function noteTokens(response: ServerResponse, note: (token: string, kind: string) => void): void {
  const end = response.end.bind(response) as (body?: string) => ServerResponse;
  response.end = ((body?: string) => {
    for (const [, kind = '', token = ''] of String(body).matchAll(/"(access|refresh|id)_token":"([^"]+)"/g))
      note(token, kind);
    return end(body);
  }) as ServerResponse['end'];
}
