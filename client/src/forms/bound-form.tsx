import { FormProvider, parse, type SubmissionResult, useForm } from '@conform-to/react';
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCall } from '#platform/api/use-call.ts';
import { type Body, bodyErrorsOf, errorTexts } from '#platform/forms/body-errors.ts';
import { bodyOf, type Payload } from '#platform/forms/body-of.ts';
import { textsOf } from '#platform/forms/texts-of.ts';
import { currentLocale } from '#platform/language/intl.ts';
import type { Rereads } from '#platform/screens/reads.ts';
import { Form } from '#ui/form/form.tsx';
import { FormContext } from './form-context.ts';
import { chosenFiles, fieldsOf, placeOf, type ShownField, shownNames, stepsOf } from './shown-fields.ts';
import { Summary } from './summary.tsx';
import { unsavedInput } from './unsaved-input.ts';

interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly in: string; readonly pointer: string; readonly detail: string }[];
}
type Reply = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
/** The call's types are those of the form's properties. */
type AnyCall = readonly [
  (request: object) => Promise<Reply | undefined>,
  { readonly pending: boolean; readonly problem: Problem | undefined },
];

interface Props {
  readonly body: Body;
  readonly initial?: Payload;
  readonly request?: object;
  readonly rereads?: Rereads;
  readonly onSuccess?: (reply: Reply) => void;
  readonly errorText?: (problem: Problem) => string;
  readonly clears?: boolean;
  readonly children: ReactNode;
}

/**
 * A native form for a call. Its body is checked before anything is sent, and errors of the BFF appear at the same fields; the first
 * invalid field takes the focus. Input is kept until the BFF has accepted it, and the person is asked before it is lost.
 */
export function BoundForm({ body, initial, request, rereads = 'everything', children, ...options }: Props) {
  const { onSuccess, errorText, clears } = options;
  const locale = currentLocale();
  const [submit, { pending, problem }] = useCall(body.key as never, { rereads }) as unknown as AnyCall;
  const errorsOf = useMemo(() => bodyErrorsOf(body), [body]);
  const [start, setStart] = useState<unknown>(initial);
  const [refused, setRefused] = useState<SubmissionResult>();
  // The problem of an earlier submission does not concern this one.
  const [isAnswered, setAnswered] = useState(false);
  const [step, showStep] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<readonly ShownField[]>([]);
  const summary = useRef<HTMLElement>(null);
  const [input] = useState(unsavedInput);
  useEffect(() => input.release, [input]);

  const [form] = useForm<Record<string, string>, unknown>({
    id: useId(),
    defaultValue: useMemo(
      () => textsOf(body.schema, start, locale) as Record<string, string> | undefined,
      [body, start, locale],
    ),
    lastResult: refused ?? null,
    shouldRevalidate: 'onInput',
    onValidate: ({ form: shown, formData }) => {
      markUnreadable(shown, formData);
      return parse<unknown, string[]>(formData, {
        resolve: (payload) => {
          const value = bodyOf(body.schema, payload, start, { locale, isShown: shownNames(shown) });
          const error = ofShownStep(shown, errorTexts(errorsOf(value)));
          return Object.keys(error).length > 0 ? { error } : { value };
        },
      });
    },
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (!stepsOf(event.currentTarget).isLast) showStep(step + 1);
      else if (submission?.status === 'success') void send(submission.value);
    },
  });

  const send = async (value: unknown): Promise<void> => {
    setAnswered(true);
    const form = element.current as HTMLFormElement;
    const reply = await submit({ ...request, body: value, files: chosenFiles(form) });
    if (!reply) return;
    if (reply.ok) {
      if (clears) {
        element.current?.reset();
        showStep(0);
      } else setStart(value);
      input.release();
      onSuccess?.(reply);
    } else if (reply.problem.errors) {
      const inBody = reply.problem.errors.filter((error) => error.in === 'body');
      showErrors(() => setRefused({ status: 'error', error: errorTexts(inBody) }));
    }
  };

  /** Renders errors, and moves the focus to the first. */
  const showErrors = (render: () => void): void => {
    flushSync(render);
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    if (first) goTo(first);
    else summary.current?.focus();
  };
  const goTo = (place: HTMLElement): void => {
    const at = element.current ? stepsOf(element.current).indexOf(place) : -1;
    if (at >= 0) flushSync(() => showStep(at));
    place.focus();
  };

  const goToField = (name: string): void => {
    const place = element.current && placeOf(element.current, name);
    if (place) goTo(place);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A list changes, or a field is checked again.
    if (submitter?.getAttribute('name') === '__intent__') return form.onSubmit(event);
    setAnswered(false);
    setFields(fieldsOf(event.currentTarget));
    showErrors(() => form.onSubmit(event));
  };

  const error = isAnswered && problem ? (errorText?.(problem) ?? problem.detail) : undefined;
  const state = { body, pending, step, showStep, noteInput: input.register };
  return (
    <FormProvider context={form.context}>
      <FormContext value={state}>
        <Form
          id={form.id}
          ref={element}
          noValidate
          error={error}
          onSubmit={onSubmit}
          onInput={input.register}
        >
          <Summary fields={fields} errors={form.allErrors} goTo={goToField} ref={summary} />
          {children}
        </Form>
      </FormContext>
    </FormProvider>
  );
}

/** Until the last step, only errors of the shown one count. */
function ofShownStep(form: HTMLFormElement, errors: Readonly<Record<string, string[]>>) {
  const { shown, isLast, indexOf } = stepsOf(form);
  if (isLast) return errors;
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => {
      const place = placeOf(form, name);
      return place && indexOf(place) === shown;
    }),
  );
}

/** A date that is typed in part is no empty text. */
function markUnreadable(form: HTMLFormElement, data: FormData): void {
  for (const control of form.elements)
    if (control instanceof HTMLInputElement && control.validity.badInput) data.set(control.name, '?');
}
