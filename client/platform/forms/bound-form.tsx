import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { components } from '#platform/messages/first-load.ts';
import { forms as messages } from '#platform/messages/forms.ts';
import type { Revalidate } from '#platform/api/reads.ts';
import { useCall } from '#platform/api/use-call.ts';
import { type BodyError, errorTexts } from './body/body-errors.ts';
import { bodyOf, type Controls } from './body/body-of.ts';
import { unsaved } from './unsaved/unsaved.ts';
import { currentLocale } from '#platform/language/intl.ts';
import type { FormInput } from '#platform/session/stored-input.ts';
import { Form } from './elements/form.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { chosenFiles, controlsOf, fillIn, markEmptyDates } from './dom-controls.ts';
import { FormContext, type ShownField, FieldScopeContext } from './form-context.ts';
import { useAskBeforeClosing } from './unsaved/use-ask-before-closing.ts';
import { useErrors } from './use-errors.tsx';
import { useStoredInput } from './use-stored-input.ts';

interface Problem {
  readonly detail: string;
  readonly errors?: readonly (BodyError & { readonly in: string })[];
}
type Reply = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
type AnyCall = readonly [(request: object) => Promise<Reply | undefined>, { readonly pending: boolean }];

interface Props {
  readonly call: string;
  readonly schema: object;
  readonly initial?: unknown;
  readonly request?: { readonly timeoutMs?: number };
  readonly revalidate?: Revalidate;
  readonly onSuccess?: (reply: Reply) => unknown;
  readonly onProblem?: (problem: Problem) => unknown;
  readonly errorText?: (problem: Problem) => ReactNode;
  readonly clears?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A form with uncontrolled inputs that sends a call; React state holds only steps, rows and errors. Validates the body before sending it,
 * shows the BFF's errors at their fields, and focuses the first invalid field. Input is stored until the BFF has accepted it.
 */
export function BoundForm({ call, schema, initial, children, ...options }: Props) {
  const { request, revalidate = 'everything', onSuccess, onProblem, errorText, clears } = options;
  const [submit, { pending }] = useCall(call as never, { revalidate }) as unknown as AnyCall;
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [start, setStart] = useState(initial);
  const [fields] = useState(() => new Map<string, ShownField>());
  const [step, showStep] = useState(0);
  const [stepCount, setStepCount] = useState(1);
  const { errors, show, update, summary } = useErrors(element, fields, showStep);
  const [problem, setProblem] = useState<Problem>();
  const [resets, setResets] = useState(0);
  const [isSent, setSent] = useState(false);
  /** True after a successful call, until the next call. */
  const [isSaved, setSaved] = useState(false);
  const [restored, setRestored] = useState<Controls>();
  const [input] = useState(() => ({}));
  useEffect(() => () => unsaved.release(input), [input]);

  const isLastStep = step >= stepCount - 1;
  /**
   * Returns the body and its errors. Before the last step, returns only the errors of the current step. If the check fails to load, only the BFF
   * validates.
   */
  const check = async (form: HTMLFormElement) => {
    const loaded = await import('./body/check-body.ts').catch(() => undefined);
    const body = bodyOf(nodeOf(schema), controlsOf(form), start, currentLocale());
    const found = errorTexts(loaded?.violationsOf(schema)(body) ?? []);
    const inStep = [...fields.values()].filter((field) => field.step === step).map(({ name }) => name);
    const isDue = ([name]: [string, string]) => isLastStep || inStep.includes(name);
    return { body, found: new Map([...found].filter(isDue)) };
  };
  const onInput = async (): Promise<void> => {
    if (!element.current) return;
    markEmptyDates(element.current);
    unsaved.register('input', input);
    update((await check(element.current)).found);
  };
  const handleInput = () => void element.current?.dispatchEvent(new Event('input', { bubbles: true }));
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const { body, found } = await check(form);
    setProblem(undefined);
    show(found);
    if (found.size > 0) return;
    if (!isLastStep) return showStep(step + 1);
    setSent(false);
    setSaved(false);
    const onProgress = (sent: number, total: number) => setSent(sent === total);
    const files = chosenFiles(form);
    const reply = await submit({ ...request, body, ...(files && { files, onProgress }) });
    if (reply?.ok) {
      if (clears) form.reset();
      else setStart(body);
      unsaved.release(input);
      setSaved(true);
      setRestored(undefined);
      forget();
      onSuccess?.(reply);
    } else if (reply) {
      setProblem(reply.problem);
      onProblem?.(reply.problem);
      const inBody = reply.problem.errors?.filter((error) => error.in === 'body');
      if (inBody) show(errorTexts(inBody));
    }
  };
  const onReset = (): void => {
    show(new Map());
    showStep(0);
    setResets(resets + 1);
    unsaved.release(input);
  };
  const restore = (kept: FormInput) => {
    unsaved.register('input', input);
    showStep(kept.step);
    setRestored(new Map(kept.controls));
  };
  const isUnsent = () => unsaved.has(input);
  // A refetch may change `initial`. The form shows a notice, unless its own call caused the refetch. `pending` is true until that refetch ends.
  const given = JSON.stringify(initial);
  const [mounted, setMounted] = useState(given);
  const [last, setLast] = useState({ given, pending });
  if (last.given !== given || last.pending !== pending) {
    setLast({ given, pending });
    // Reads `last.pending`, because `initial` may change in the same render in which `pending` becomes false.
    if (last.pending && isSaved) setMounted(given);
  }
  const isChanged = mounted !== given && !pending;
  const opened = JSON.stringify([call, { ...request, timeoutMs: undefined }, initial]);
  const forget = useStoredInput({ form: element, opened, step, isUnsent, restore });
  useAskBeforeClosing(element, isUnsent);
  const fill = useEffectEvent((controls: Controls) => {
    if (element.current) fillIn(element.current, controls);
    handleInput();
  });
  useLayoutEffect(() => {
    if (restored) fill(restored);
  }, [restored]);

  const processing = pending && isSent;
  useLayoutEffect(() => {
    if (element.current) markEmptyDates(element.current);
  });

  const resetKey = `${resets} ${restored !== undefined}`;
  const form = {
    call,
    node: nodeOf(schema),
    errors,
    fields,
    pending,
    processing,
    resetKey,
    restored,
    handleInput,
  };
  return (
    <FormContext value={{ ...form, step, showStep, setStepCount, element, formId, start }}>
      <FieldScopeContext value={{ prefix: '', value: start }}>
        <Form
          ref={element}
          id={formId}
          noValidate
          className={options.className}
          error={problem && (errorText ? errorText(problem) : problem.detail)}
          onSubmit={(event) => void onSubmit(event)}
          onInput={() => void onInput()}
          onReset={onReset}
        >
          <Notice kind="info">{isChanged ? messages.changed : restored && messages.restored}</Notice>
          <output className="visually-hidden">{processing && components.processing}</output>
          {summary}
          {children}
        </Form>
      </FieldScopeContext>
    </FormContext>
  );
}
