import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import { messages } from '#messages/platform/components.ts';
import { messages as formMessages } from '#messages/platform/forms.ts';
import { useCall } from '#platform/api/use-call.ts';
import { type ErrorTexts, errorTexts } from '#platform/forms/body-errors.ts';
import { bodyOf, type Controls } from '#platform/forms/body-of.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { currentLocale } from '#platform/language/intl.ts';
import type { Rereads } from '#platform/api/reads.ts';
import { type FormInput, keepInput } from '#platform/session/kept-input.ts';
import { Form } from '#ui/form/form.tsx';
import { Notice } from '#ui/notice.tsx';
import { FormContext, SurroundingsContext } from './form-context.ts';
import {
  chosenFiles,
  controlsOf,
  fieldsOf,
  fillIn,
  placeOf,
  type ShownField,
  stepsOf,
} from './shown-fields.ts';
import { Summary } from './summary.tsx';
import { useKeptInput } from './use-kept-input.ts';

interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly in: string; readonly pointer: string; readonly detail: string }[];
}
type Reply = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
/** The call's types are those of the form's properties. */
type AnyCall = readonly [(request: object) => Promise<Reply | undefined>, { readonly pending: boolean }];

interface Props {
  readonly call: string;
  /** Of the call's body. */
  readonly schema: SchemaNode;
  readonly initial?: unknown;
  readonly request?: object;
  readonly rereads?: Rereads;
  readonly onSuccess?: (reply: Reply) => unknown;
  readonly onProblem?: (problem: Problem) => unknown;
  readonly errorText?: (problem: Problem) => ReactNode;
  readonly clears?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A native form for a call. Its body is checked before anything is sent, and errors of the BFF appear at the same fields; the first
 * invalid field takes the focus. Input is kept until the BFF has accepted it, and the person is asked before it is lost.
 */
export function BoundForm({ call, schema, initial, children, ...options }: Props) {
  const { request, rereads = 'everything', onSuccess, onProblem, errorText, clears } = options;
  const [submit, { pending }] = useCall(call as never, { rereads }) as unknown as AnyCall;
  const [start, setStart] = useState(initial);
  const [errors, setErrors] = useState<ErrorTexts>({});
  /** The fields of the last submission that had errors: these are checked again with each input. */
  const [checked, setChecked] = useState<readonly ShownField[]>();
  const [problem, setProblem] = useState<Problem>();
  const [step, showStep] = useState(0);
  const [resets, setResets] = useState(0);
  const [isSent, setSent] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  const [input] = useState(() => ({}));
  const [restored, setRestored] = useState<Controls>();
  useEffect(() => () => unsaved.release(input), [input]);

  /** The body, and what counts against it now. Where the check cannot be loaded, the BFF alone checks. */
  const check = async (form: HTMLFormElement) => {
    const loaded = await import('#platform/forms/check-body.ts').catch(() => undefined);
    const body = bodyOf(schema, controlsOf(form), start, currentLocale());
    return { body, found: ofShownStep(form, errorTexts(loaded?.violationsOf(schema)(body) ?? [])) };
  };

  const noteInput = async (form: HTMLFormElement | null): Promise<void> => {
    if (!form) return;
    unsaved.register('input', input);
    const { found } = await check(form);
    if (!checked) return;
    // A row that is new is not looked at before it is submitted.
    const known = Object.entries(found).filter(
      ([name]) => checked.some((field) => field.name === name) || !placeOf(form, name),
    );
    setErrors(Object.fromEntries(known));
  };

  /** Renders errors, and moves the focus to the first. */
  const showErrors = (form: HTMLFormElement, found: ErrorTexts): boolean => {
    const isInvalid = Object.keys(found).length > 0;
    flushSync(() => {
      setErrors(found);
      setChecked(isInvalid ? fieldsOf(form) : undefined);
    });
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    if (first) goTo(form, first);
    else summary.current?.focus();
    return isInvalid;
  };
  const goTo = (form: HTMLFormElement, place: HTMLElement): void => {
    const index = stepsOf(form).indexOf(place);
    if (index >= 0) flushSync(() => showStep(index));
    place.focus();
  };
  const goToField = (name: string): void => {
    const place = element.current && placeOf(element.current, name);
    if (element.current && place) goTo(element.current, place);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const { body, found } = await check(form);
    // The problem of an earlier submission does not concern this one.
    setProblem(undefined);
    if (showErrors(form, found)) return;
    if (!stepsOf(form).isLast) return showStep(step + 1);
    setSent(false);
    const onProgress = (sent: number, total: number) => setSent(sent === total);
    const files = chosenFiles(form);
    const reply = await submit({ ...request, body, ...(files && { files, onProgress }) });
    if (reply?.ok) {
      if (clears) form.reset();
      else setStart(body);
      unsaved.release(input);
      setRestored(undefined);
      keepInput(name);
      onSuccess?.(reply);
    } else if (reply) {
      setProblem(reply.problem);
      onProblem?.(reply.problem);
      const inBody = reply.problem.errors?.filter((error) => error.in === 'body');
      if (inBody) showErrors(form, errorTexts(inBody));
    }
  };
  const onReset = (): void => {
    setErrors({});
    setChecked(undefined);
    showStep(0);
    setResets(resets + 1);
  };
  const round = `${resets} ${restored !== undefined}`;
  const { params } = (request ?? {}) as { readonly params?: object };
  const name = `${call} ${JSON.stringify(params)}`;
  const onInput = () => void noteInput(element.current);
  const isUnsent = () => unsaved.has(input);
  const restore = ({ step, controls }: FormInput) => {
    unsaved.register('input', input);
    showStep(step);
    setRestored(new Map(controls));
  };
  useKeptInput({ form: element, name, step, isUnsent, restore });
  const fill = useEffectEvent((controls: Controls) => {
    if (element.current) fillIn(element.current, controls);
    onInput();
  });
  useLayoutEffect(() => {
    if (restored) fill(restored);
  }, [restored]);
  const processing = pending && isSent;
  const shown = { call, schema, errors, pending, processing, step, showStep };
  const state = { ...shown, round, restored, noteInput: onInput };

  return (
    <FormContext value={state}>
      <SurroundingsContext value={{ prefix: '', value: start }}>
        <Form
          ref={element}
          noValidate
          className={options.className}
          error={problem && (errorText ? errorText(problem) : problem.detail)}
          onSubmit={(event) => void onSubmit(event)}
          onInput={onInput}
          onReset={onReset}
        >
          <Notice kind="info">{restored && formMessages.restored}</Notice>
          <output className="visually-hidden">{processing && messages.processing}</output>
          <Summary fields={checked ?? []} errors={errors} goTo={goToField} ref={summary} />
          {children}
        </Form>
      </SurroundingsContext>
    </FormContext>
  );
}

/** Until the last step, only errors of the shown one count. */
function ofShownStep(form: HTMLFormElement, errors: ErrorTexts): ErrorTexts {
  const { shown, isLast, indexOf } = stepsOf(form);
  if (isLast) return errors;
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => {
      const place = placeOf(form, name);
      return place && indexOf(place) === shown;
    }),
  );
}
