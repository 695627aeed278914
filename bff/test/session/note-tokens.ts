import type { ServerResponse } from 'node:http';

/** Notes the tokens in a response of the provider's token endpoint, before it is sent. */
export function noteTokens(response: ServerResponse, tokens: Set<string>): void {
  const end = response.end.bind(response) as (body?: string) => ServerResponse;
  response.end = ((body?: string) => {
    for (const [, token = ''] of String(body).matchAll(/"(?:access|refresh|id)_token":"([^"]+)"/g))
      tokens.add(token);
    return end(body);
  }) as ServerResponse['end'];
}
