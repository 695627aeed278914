import type { ScreenRequest } from '#platform/screens/screen-module.ts';
import type { BodyError } from '#platform/forms/body/body-errors.ts';
import { urlOfCall } from '#platform/api/url-of-call.ts';
import { usePollUntil } from '#platform/api/use-poll-until.ts';
import { useCall } from '#platform/api/use-call.ts';

interface Write {
  readonly pending: boolean;
  readonly share?: number;
  readonly stop: () => void;
  readonly problem: { readonly detail: string; readonly errors?: readonly BodyError[] } | undefined;
}

// Untyped, because the calls beneath `/test` are not in the contract.
export const testRead = ({ read }: ScreenRequest) =>
  read as unknown as (key: string, given?: object) => Promise<Readonly<Record<string, unknown>>>;
export const useTestCall = useCall as unknown as (
  key: string,
  options?: object,
) => readonly [
  submit: (given?: object) => Promise<{ readonly ok: boolean; readonly body?: unknown } | undefined>,
  state: Write,
];
export const useTestPollUntil = usePollUntil as unknown as (
  key: string,
  request: object,
  options: { readonly everyMs: number; readonly until: (data: { readonly changes: number }) => boolean },
) => { readonly state: string; readonly data?: { readonly changes: number }; readonly problem?: object };
export const testUrlOf = urlOfCall as unknown as (key: string, place: object) => string;
