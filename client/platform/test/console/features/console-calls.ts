import type { ScreenRequest } from '#platform/screens/screen-module.ts';
import { useEvents } from '#platform/api/use-events.ts';
import type { Service, Services } from '../app/contract-calls.ts';

// Untyped, because the product's contract does not have these calls.
type Read = (key: string, given?: object) => Promise<unknown>;

export const readServices = ({ read, url }: ScreenRequest) =>
  (read as Read)('GET /services', {
    query: { q: url.searchParams.get('q') ?? undefined },
  }) as Promise<Services>;

export const readService = ({ read, params }: ScreenRequest) =>
  (read as Read)('GET /services/:id', { params }) as Promise<Service>;

export const useServiceEvents = (): string =>
  (useEvents as unknown as (key: string) => { readonly state: string })('GET /services/events').state;
