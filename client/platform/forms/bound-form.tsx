import {
  type ReactNode,
  type ComponentType,
  type SubmitEvent,
  Suspense,
  lazy,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useRevalidator } from 'react-router-dom';
import { nodeAt, nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { components } from '#platform/messages/first-load.ts';
import { forms as messages } from '#platform/messages/forms.ts';
import { loadScript } from '#platform/api/load-script.ts';
import type { Revalidate } from '#platform/api/reads.ts';
import { useCall } from '#platform/api/use-call.ts';
import { currentLocale } from '#platform/language/intl.ts';
import { Notice } from '#platform/ui/notice.tsx';
import { UploadProgress } from '#platform/ui/upload-progress.tsx';
import { type BodyError, errorTexts, pathOf } from './body/body-errors.ts';
import { bodyOf } from './body/body-of.ts';
import type { ComparisonProps } from './comparison.tsx';
import { chosenFiles, contentOf, forgetFiles, markEmptyDates } from './controls.ts';
import { Form } from './elements/form.tsx';
import { FieldScopeContext, FormContext } from './form-context.ts';
import { type Fields, valueAt } from './form-fields.ts';
import { useAskBeforeClosing } from './unsaved/use-ask-before-closing.ts';
import { useErrors } from './use-errors.tsx';
import { useUnsent } from './use-unsent.ts';
import { savedEntity, versionIn, type VersionPart, withVersion } from './version.ts';

/** Loaded when it is needed. If it fails to load, the notice and the input stay. */
const Comparison = lazy(() =>
  import('./comparison.tsx').then(
    ({ Comparison }): { default: ComponentType<ComparisonProps> } => ({ default: Comparison }),
    (): { default: ComponentType<ComparisonProps> } => ({ default: () => null }),
  ),
);

/** Longest time that a submission waits for the check of its body to load. */
const CHECK_MS = 2_000;

/** If the check fails to load, only the BFF validates. */
const loadCheck = () => loadScript(() => import('./body/check-body.ts'), CHECK_MS).catch(() => undefined);

type Files = NonNullable<ReturnType<typeof chosenFiles>>;

interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly (BodyError & { readonly in: string })[];
}
type Reply =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: Problem };
interface AnyState {
  readonly pending: boolean;
  readonly share?: number;
  readonly stop: () => void;
}
type AnyCall = readonly [(request: object) => Promise<Reply | undefined>, AnyState];

interface Props {
  readonly call: string;
  readonly schema: object;
  readonly version: VersionPart | undefined;
  readonly initial?: unknown;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly revalidate?: Revalidate;
  readonly onSuccess?: (reply: Reply, sent: unknown) => unknown;
  readonly onProblem?: (problem: Problem) => unknown;
  readonly errorText?: (problem: Problem) => ReactNode;
  readonly clears?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A form with uncontrolled inputs that sends a call; React state holds only steps, rows and errors. Validates the body before sending it,
 * shows the BFF's errors at their fields, and focuses the first invalid field.
 */
export function BoundForm({ call, schema, version, initial, children, ...options }: Props) {
  const { request, revalidate = 'everything', onSuccess, onProblem, errorText, clears } = options;
  const node = nodeOf(schema);
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [fields] = useState<Fields>(() => new Map());
  const [base, setBase] = useState(initial);
  const [step, showStep] = useState(0);
  const [stepCount, setStepCount] = useState(1);
  const isLastStep = step >= stepCount - 1;
  const bodyIn = (form: HTMLFormElement, submitter?: HTMLElement | null) =>
    bodyOf(node, contentOf(form, submitter), base, currentLocale());

  const { errors, isShown, show, update, summary } = useErrors(element, fields, showStep);
  /** Returns the errors of the body, before the last step only those of the step's fields. */
  const check = async (body: unknown) => {
    const loaded = await loadCheck();
    const found = errorTexts(loaded?.violationsOf(schema)(body) ?? []);
    const inStep = [...fields.values()].filter((field) => field.step === step).map(({ name }) => name);
    return new Map([...found].filter(([name]) => isLastStep || inStep.includes(name)));
  };

  const purpose = purposeOf(call, request, initial);
  const unsent = useUnsent({ form: element, fields, purpose, base, setBase, bodyIn, step, showStep });
  useAskBeforeClosing(element, unsent.isUnsent);

  const [submit, { pending, share, stop }] = useCall(call as never, { revalidate }) as unknown as AnyCall;
  /** True while a submission waits for its check, whose script may have to be loaded. */
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const revalidator = useRevalidator();
  /** The button of the last submission. */
  const [pressed, setPressed] = useState<HTMLElement | null>(null);
  const send = async (form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> => {
    if (unsent.offered.some(({ isChosen }) => !isChosen)) {
      form.querySelector<HTMLElement>('.comparison')?.focus();
      return;
    }
    setPressed(submitter);
    const body = bodyIn(form, submitter);
    setChecking(true);
    const found = await check(body);
    setChecking(false);
    setProblem(undefined);
    show(found);
    if (found.size > 0) return;
    if (!isLastStep) return showStep(step + 1);
    const files = chosenFiles(form);
    const reply = await submit({ ...withVersion(request, version, base), body, ...(files && { files }) });
    if (reply?.ok) {
      const isComplete = unsent.accept(body, clears ? base : savedEntity(reply.body, body, version, base));
      if (clears && isComplete) form.reset();
      forgetFiles(form);
      onSuccess?.(reply, body);
    } else if (reply) await refuse(reply.problem, files);
  };
  const refuse = async (refused: Problem, files: Files = {}): Promise<void> => {
    setProblem(refused);
    onProblem?.(refused);
    const inBody = refused.errors?.filter((error) => error.in === 'body');
    if (inBody) show(errorTexts(inBody.map((error) => atFile(error, files))));
    if (!version || ![409, 412].includes(refused.status)) return;
    const theirs = Object.values(refused).find((value) => versionIn(value, version) !== undefined);
    if (theirs === undefined) await revalidator.revalidate();
    else if (versionIn(theirs, version) !== versionIn(base, version) && !unsent.rebase(theirs))
      setProblem(undefined);
  };

  // Shows the values of a refetch. `pending` is true until the form's own refetch has ended.
  const given = JSON.stringify(initial);
  const shown = useRef(given);
  const rebase = useEffectEvent(() => {
    if (!unsent.rebase(initial)) setProblem(undefined);
  });
  useEffect(() => {
    if (pending || shown.current === given) return;
    shown.current = given;
    queueMicrotask(() => rebase());
  }, [given, pending]);

  const onInput = async (): Promise<void> => {
    if (!element.current) return;
    markEmptyDates(element.current);
    unsent.begin();
    if (isShown) update(await check(bodyIn(element.current)));
    // Loads the check before it is needed.
    else void loadCheck();
  };
  const onStop = (): void => {
    stop();
    // The focused button disappears. The submit button may be in a dialog's footer.
    pressed?.focus();
  };
  const onReset = (): void => {
    show(new Map());
    showStep(0);
    unsent.reset();
  };
  useLayoutEffect(() => {
    if (element.current) markEmptyDates(element.current);
  });

  const processing = pending && share === 1;
  const pressedId = pressed?.id;
  const { onMount } = unsent;
  const context = useMemo(() => {
    const handleInput = () => void element.current?.dispatchEvent(new Event('input', { bubbles: true }));
    return {
      ...{
        call,
        node,
        errors,
        fields,
        pending: pending || isChecking,
        processing,
        pressed: pressedId,
        step,
        showStep,
        setStepCount,
      },
      ...{ handleInput, onMount, element, formId, base, problem },
    };
  }, [
    call,
    node,
    errors,
    fields,
    pending,
    isChecking,
    processing,
    pressedId,
    step,
    onMount,
    formId,
    base,
    problem,
  ]);
  const scope = useMemo(() => ({ prefix: '', value: base }), [base]);
  return (
    <FormContext value={context}>
      <FieldScopeContext value={scope}>
        <Form
          ref={element}
          id={formId}
          noValidate
          className={options.className}
          error={problem && (errorText ? errorText(problem) : problem.detail)}
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            void send(event.currentTarget, event.nativeEvent.submitter);
          }}
          onInput={() => void onInput()}
          onReset={onReset}
        >
          <Notice kind="info">{unsent.notice && messages[unsent.notice]}</Notice>
          {unsent.offered.length > 0 && (
            <Suspense>
              <Comparison
                differences={unsent.offered.map(({ name, value, inForm }) => {
                  const { label = name, id } =
                    [...fields.values()].find((field) => field.name === name) ?? {};
                  const { format } = nodeAt(node, pathOf(name))?.keywords ?? {};
                  return { name, label, id, format, inForm, mine: value, theirs: valueAt(base, name) };
                })}
                choose={unsent.choose}
                dismiss={unsent.dismiss}
                send={
                  problem && (() => element.current?.requestSubmit(pressed?.isConnected ? pressed : null))
                }
              />
            </Suspense>
          )}
          {summary}
          {children}
          {pending && share !== undefined && (
            <UploadProgress label={components.sending} share={share} onStop={onStop} />
          )}
        </Form>
      </FieldScopeContext>
    </FormContext>
  );
}

/**
 * Returns what a form is for, to find its stored input. PUT and PATCH change the resource at their URL (RFC 9110, 9.3.4; RFC 5789), whatever it
 * contains now; other calls are told apart by their initial values.
 */
const purposeOf = (call: string, request: Props['request'], initial: unknown): string =>
  JSON.stringify(
    /^(PUT|PATCH) /.test(call)
      ? [call, request?.['params']]
      : [call, { ...request, timeoutMs: undefined }, initial],
  );

/** Moves an error in a row of a single file, `/csv/12/title`, to the file. `File` shows the rows. */
function atFile(error: BodyError, files: Files): BodyError {
  const [, file = '', row] = error.pointer.split('/');
  if (!row || files[file]?.length !== 1) return error;
  return { pointer: `/${file}`, detail: messages.invalidRows };
}
