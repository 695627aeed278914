import { type FormEvent, useEffect, useState } from 'react';
import type { CallKey, ArgumentsOf, ReplyTo } from '#platform/api/api.ts';
import { invalidFieldMessage } from '#platform/messages/invalid-fields.ts';
import { type BodyError, bodyErrorsOf } from './body-errors.ts';
import { bodyOf } from './form-body.ts';
import { unsaved } from './unsaved.ts';
import { useCall } from '#platform/api/use-call.ts';

type WithBody = {
  [K in CallKey]: ArgumentsOf<K> extends readonly [infer G]
    ? G extends { readonly body: unknown }
      ? K
      : never
    : never;
}[CallKey];

type FieldError = BodyError & { readonly detail?: string };

interface Options<K extends CallKey> {
  /** The call's other parts, such as `params`. */
  readonly request?: object;
  readonly onSuccess?: (reply: Extract<ReplyTo<K>, { readonly ok: true }>) => void;
}

/**
 * A native form for a call: `const form = useForm('POST /things', NewThing)`. The schema comes from the contract's entities. It is
 * checked before anything is sent, and errors of the BFF appear at the same fields. The first invalid field takes the focus. Input is
 * kept until the BFF has accepted it, and the person is asked before it is lost. One submission at a time.
 */
export function useForm<K extends WithBody>(
  key: K,
  schema: object,
  { request = {}, onSuccess }: Options<K> = {},
) {
  const errorsOf = bodyErrorsOf(schema);
  const [submit, { pending, problem }] = useCall(key);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // The problem of an earlier submission does not concern this one.
  const [isAnswered, setAnswered] = useState(false);
  const [input] = useState(registerOnce);
  useEffect(() => input.release, [input]);

  const show = (form: HTMLFormElement, fieldErrors: readonly FieldError[]) => {
    const byField = fieldErrors.map(({ pointer, rule, limit, detail }): [string, string] => [
      fieldOf(pointer),
      limit === undefined && rule !== 'required' && detail ? detail : invalidFieldMessage(rule, limit),
    ]);
    setErrors(Object.fromEntries(byField.toReversed()));
    const named = [...form.elements].find(
      (element) =>
        element instanceof HTMLElement && byField.some(([name]) => element.getAttribute('name') === name),
    );
    if (named instanceof HTMLElement) named.focus();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = bodyOf(schema, new FormData(form));
    const invalid = errorsOf(body);
    setAnswered(invalid.length === 0);
    if (invalid.length > 0) return show(form, invalid);
    setErrors({});
    const reply = await (submit as unknown as (request: object) => Promise<ReplyTo<K> | undefined>)({
      ...request,
      body,
    });
    if (!reply) return;
    if (reply.ok) {
      form.reset();
      input.release();
      onSuccess?.(reply);
    } else if ('errors' in reply.problem && Array.isArray(reply.problem.errors)) {
      show(
        form,
        (reply.problem.errors as (FieldError & { in: string })[]).filter((error) => error.in === 'body'),
      );
    }
  };

  return {
    pending,
    problem: isAnswered ? problem : undefined,
    /** The error of each invalid field, by the field's name. */
    errors,
    /** For the `<form>`. */
    props: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
      onInput: input.register,
    },
  };
}

/** Registers unsaved input once, however often it is called. */
function registerOnce() {
  let release: (() => void) | undefined;
  return {
    register: (): void => {
      release ??= unsaved.register('input');
    },
    release: (): void => {
      release?.();
      release = undefined;
    },
  };
}

/** The name of a field, from a JSON pointer to it. */
const fieldOf = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
