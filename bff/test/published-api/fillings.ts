import { calls, codeOf, errors, keyOf } from './contract.ts';
import { operations } from './document.ts';
import { ANSWER } from './upstream.ts';
import type { Fillings } from '#platform/fill.ts';

interface Given {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** Asks the upstream for every call, and keeps what the work was given. */
export function fillings(origin: string, given: Given[]) {
  const made = operations.map((operation) => {
    const work = async (
      input: Given & { request: { headers: object }; fail: (...of: unknown[]) => never },
    ) => {
      const { params = {}, query = {}, body, request, fail } = input;
      given.push({ params, query, body });
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const search = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
      );
      const reply = await fetch(`${origin}${path}?${search.toString()}`, {
        method: operation.method,
        headers: {
          [ANSWER]: String((request.headers as Record<string, unknown>)[ANSWER]),
          ...(body !== undefined && body !== null && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && body !== null && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      const told = text ? (JSON.parse(text) as unknown) : undefined;
      if (!reply.ok) return fail(codeOf(reply.status, operation.replies.get(reply.status)), told);
      const successes = Object.keys(calls[keyOf(operation)]?.ok ?? {});
      return successes.length === 1 ? told : { status: reply.status, body: told };
    };
    return [keyOf(operation), work];
  });
  return Object.fromEntries(made) as Fillings<typeof errors, typeof calls>;
}
