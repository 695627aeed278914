import './search-form.css';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { classNames } from '#platform/ui/class-names.ts';
import { FieldErrors } from '#platform/forms/elements/field.tsx';

type FieldError = { readonly pointer: string; readonly detail: string };
interface Props {
  /** Path of the screen to search. */
  readonly to: string;
  /** Problem of the call that received the search parameters. The form shows its errors at their fields, and focuses the first invalid field. */
  readonly problem?: { readonly detail: string; readonly errors?: readonly FieldError[] } | undefined;
  /** Also searches while the user types, without adding history entries. */
  readonly instant?: boolean;
  readonly className?: string;
  /** A button, and fields whose `defaultValue` is from the address. */
  readonly children: ReactNode;
}

/** Pause in typing after which an instant search starts. */
const PAUSE_MS = 300;

/** A form whose fields become search parameters, except for empty ones. The fields follow the address, also after Back. */
export function SearchForm({ to, problem, instant, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { search } = useLocation();
  const navigate = useNavigate();
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    // Cancels a pending search, which would undo the navigation by a link or Back.
    clearTimeout(pause.current);
    form.current?.reset();
    shown.current = search;
  }, [search]);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const show = (replace: boolean, submitter?: HTMLElement | null): void => {
    clearTimeout(pause.current);
    if (!form.current) return;
    const filled = [...new FormData(form.current, submitter)].filter(([, value]) => value !== '');
    const query = new URLSearchParams(filled as [string, string][]).toString();
    const wanted = query && `?${query}`;
    // Prevents a reset by the effect above: the fields already have these values, and the user may go on typing.
    shown.current = wanted;
    void navigate(to.split('?')[0] + wanted, { replace: replace || wanted === search });
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    show(false, event.nativeEvent.submitter);
  };
  const onInput = (): void => {
    clearTimeout(pause.current);
    pause.current = setTimeout(show, PAUSE_MS, true);
  };
  const errors = new Map(problem?.errors?.map((error) => [error.pointer.split('/')[1] ?? '', error.detail]));
  return (
    <search>
      <form
        className={classNames('form search-form', className)}
        onSubmit={onSubmit}
        onInput={instant ? onInput : undefined}
        ref={form}
      >
        <FieldErrors value={errors}>{children}</FieldErrors>
      </form>
    </search>
  );
}
