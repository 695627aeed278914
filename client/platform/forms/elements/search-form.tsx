import './search-form.css';
import {
  type FormEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadScript } from '#platform/api/load-script.ts';
import { urlOf } from '#platform/api/url.ts';
import { FieldErrors } from '#platform/forms/elements/field.tsx';
import { withoutInvisibleEnds } from '#platform/language/invisible-ends.ts';
import { type ReadSearch, readSearch, type SearchFields } from '#platform/screens/read-search.ts';
import { RefusedSearch, type SearchProblem } from '#platform/screens/refused-search.ts';
import type { Params, ScreenAddress } from '#platform/screens/screen-at.ts';
import { classNames } from '#platform/ui/class-names.ts';
import { Notice } from '#platform/ui/notice.tsx';

type Props<Path extends `/${string}`, Search> = {
  /** Address of the screen to search: `notes` of `screenAt('/notes', NoteQuery)`. */
  readonly to: ScreenAddress<Path, Search>;
  /** Also searches while the user types, without adding history entries. */
  readonly instant?: boolean;
  readonly className?: string;
  /** A button, and fields named for search parameters. They get their values from the address. */
  readonly children: ReactNode;
} & (Record<never, never> extends Params<Path>
  ? { readonly params?: never }
  : { readonly params: Params<Path> });

type Errors = ReadonlyMap<string, string>;
interface ShownErrors {
  /** Query of the address at which they were found. At another one, they are outdated. */
  readonly query: string;
  readonly atFields: Errors;
  /** Errors of parameters without a field. */
  readonly others: readonly string[];
}

const NONE: Errors = new Map();

/** Pause in typing after which an instant search starts. */
const PAUSE_MS = 300;

/** Longest time that a search waits for its check to load. */
const CHECK_MS = 2_000;

/** If the check fails to load, the search starts, and the loader refuses invalid parameters. */
const loadCheck = () => loadScript(() => import('./search-errors.ts'), CHECK_MS).catch(() => undefined);

/**
 * A form whose fields become search parameters, except for empty ones. The fields follow the address, also after Back. An invalid value has its error
 * at the field, whether it is in the address, the user has entered it, or a call has refused it.
 */
export function SearchForm<Path extends `/${string}`, Search>(props: Props<Path, Search>) {
  const { to, params, instant, className, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Identifies the latest check. The results of earlier checks are dropped. */
  const latest = useRef<object>(undefined);
  /** Query that the fields show. */
  const shown = useRef<string>(undefined);
  const focusIsDue = useRef(false);
  const [errors, setErrors] = useState<ShownErrors>();
  const problem = useContext(RefusedSearch);
  const navigate = useNavigate();
  const location = useLocation();
  const path = urlOf(to.path, { params: { ...params } });
  const isHere = location.pathname === path;
  const query = isHere ? location.search : '';
  const { atFields = NONE, others = [] } = errors?.query === query ? errors : {};

  const begin = (): object => {
    clearTimeout(pause.current);
    return (latest.current = {});
  };
  const show = (found: Errors): void => {
    const others = [...found].filter(([name]) => !hasField(form.current, name));
    const texts = others.map(([name, text]) => `${name}: ${text}`);
    flushSync(() => setErrors({ query, atFields: found, others: texts }));
    if (focusIsDue.current && found.size > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      focusIsDue.current = false;
    }
  };
  /** Shows the errors of a search. Resolves with true if there are none, and with false also if another check has begun. */
  const check = async ({ values, invalid }: Omit<ReadSearch, 'isRefused'>): Promise<boolean> => {
    const mine = begin();
    const loaded = await loadCheck();
    if (latest.current !== mine) return false;
    const found = loaded?.searchErrors(to.schema, values, invalid) ?? NONE;
    show(found);
    return found.size === 0;
  };

  const followAddress = useEffectEvent((query: string) => {
    // After its own search, the form has these values already, and the user may go on typing.
    if (!form.current || shown.current === query) return;
    shown.current = query;
    focusIsDue.current = true;
    const { values, invalid, isRefused } = readSearch(to.search, new URLSearchParams(query));
    const refused = Object.entries(invalid).filter(([name]) => !Object.hasOwn(values, name));
    fill(form.current, { ...values, ...Object.fromEntries(refused) }, to.search);
    // Cancels a search that is about to start, which would undo the navigation by a link or Back.
    begin();
    if (isRefused) void check({ values, invalid: Object.fromEntries(refused) });
  });
  useLayoutEffect(() => followAddress(query), [query]);
  const showProblem = useEffectEvent(async (problem: SearchProblem | undefined) => {
    const errors = problem?.errors?.filter((error) => isHere && error.in === 'query') ?? [];
    if (errors.length === 0) return;
    const before = latest.current;
    const loaded = await loadCheck();
    if (loaded && latest.current === before) show(loaded.textsOf(errors));
  });
  useEffect(() => void showProblem(problem), [problem]);
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      latest.current = undefined;
      // In development, React runs the effects twice. The second run checks the address again.
      shown.current = undefined;
    },
    [],
  );

  const search = async (replace: boolean, submitter?: HTMLElement | null): Promise<void> => {
    if (!form.current) return;
    focusIsDue.current = !replace;
    const entered = enteredIn(form.current, to.search, submitter);
    if (!(await check(entered))) return;
    const wanted = (to.to as (target: object) => string)({ params, search: entered.values });
    shown.current = wanted.slice(path.length);
    void navigate(wanted, { replace: replace || wanted === location.pathname + location.search });
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void search(false, event.nativeEvent.submitter);
  };
  const onInput = (event: FormEvent<HTMLFormElement>): void => {
    void loadCheck();
    if (instant) {
      begin();
      pause.current = setTimeout(() => void search(true), PAUSE_MS);
    } else if (atFields.size > 0) void check(enteredIn(event.currentTarget, to.search));
  };
  return (
    <search>
      <form
        className={classNames('form search-form', className)}
        action={BASE_PATH + path}
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
        ref={form}
      >
        <Notice kind="error">{others.join(' ')}</Notice>
        <FieldErrors value={atFields}>{children}</FieldErrors>
      </form>
    </search>
  );
}

const hasField = (form: HTMLFormElement | null, name: string): boolean =>
  form?.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`) != null;

/** Writes values into the visible fields. A parameter without a value empties its field. */
function fill(form: HTMLFormElement, values: Readonly<Record<string, unknown>>, fields: SearchFields): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input,select,textarea',
  )) {
    if (control.type === 'hidden' || !Object.hasOwn(fields, control.name)) continue;
    const texts = [values[control.name] ?? []].flat().map(String);
    if ('options' in control)
      for (const option of control.options) option.selected = texts.includes(option.value);
    else if (/^(checkbox|radio)$/.test(control.type)) control.checked = texts.includes(control.value);
    else control.value = texts[0] ?? '';
  }
}

/** Reads the fields that are not empty. A date or number that the browser cannot read is invalid. */
function enteredIn(form: HTMLFormElement, fields: SearchFields, submitter?: HTMLElement | null): ReadSearch {
  const data = new FormData(form, submitter);
  for (const control of form.querySelectorAll('input'))
    if (control.validity.badInput) data.set(control.name, '?');
  const filled = [...data].map(([name, value]) => [name, withoutInvisibleEnds(value as string)]);
  return readSearch(fields, new URLSearchParams(filled));
}
