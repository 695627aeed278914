import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isObject } from '@web/bff/platform/contract/schema/json-pointer';
import { fingerprint, storeInput } from '#platform/session/stored-input.ts';
import { subscribeToSession } from '#platform/session/known-session.ts';
import { isSecret } from './controls.ts';
import { changedNames, type Fields, type NamedValue, valueAt, wholeOf, writeFields } from './form-fields.ts';
import { unsaved } from './unsaved/unsaved.ts';

interface Options {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly fields: Fields;
  /** Identifies the form. Stored input is restored only into a form with the same purpose. */
  readonly purpose: string;
  /** Stored values, as the form shows them. */
  readonly base: unknown;
  readonly setBase: (base: unknown) => void;
  readonly bodyIn: (form: HTMLFormElement) => unknown;
  readonly step: number;
  readonly showStep: (step: number) => void;
}

/** Input for a field that somebody else has changed meanwhile. */
export interface Offer extends NamedValue {
  /** Fingerprint of the stored value that the user has changed. */
  readonly stored: string;
  /** Side that the field shows. While it is `mine`, `value` follows what the user types. */
  readonly inForm: 'mine' | 'theirs';
  /** False until the user has chosen, if the input is not in the form. The form is not sent before. */
  readonly isChosen: boolean;
}

/** Event of a form after it has written values into its fields. */
export const WRITTEN = 'written';

const sorted = (_key: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
/** Returns a value as text, whatever order the members of its objects have. */
const textOf = (value: unknown): string => JSON.stringify(value, sorted) ?? '';
const areEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/**
 * Keeps input until the call has succeeded: while somebody else saves, and across a reload or a sign-out. Input for a field that somebody else has
 * changed meanwhile is `offered`, next to the stored value. Input is stored when the page is hidden, except for files and secrets.
 */
export function useUnsent({ form, fields, purpose, base, setBase, bodyIn, step, showStep }: Options) {
  const [entry] = useState(() => ({}));
  const [notice, setNotice] = useState<'restored' | 'merged' | 'same'>();
  const [offered, setOffered] = useState<readonly Offer[]>([]);
  /** Restored input of fields that are not mounted yet. */
  const late = useRef(new Map<string, unknown>());
  /** The purpose when the user began to edit. A refetch may change the purpose, but not the input. */
  const begun = useRef(purpose);
  const isUnsent = (): boolean => unsaved.has(entry);
  useEffect(() => () => unsaved.release(entry), [entry]);
  useEffect(() => {
    if (!unsaved.has(entry)) begun.current = purpose;
  });

  const inputIn = (element: HTMLFormElement): readonly NamedValue[] => {
    const body = bodyIn(element);
    return Array.from(changedNames(fields), (name) => ({ name, value: valueAt(body, name) }));
  };
  const storedOf = (name: string): string => fingerprint(textOf(valueAt(base, name)));
  const withStored = (one: NamedValue) => ({ ...one, stored: storedOf(one.name) });
  const write = (values: readonly NamedValue[], how?: Parameters<typeof writeFields>[2]): void => {
    writeFields(fields, values, how);
    form.current?.dispatchEvent(new Event(WRITTEN));
  };
  const end = (): void => {
    unsaved.release(entry);
    setOffered([]);
    setNotice(undefined);
    storeInput(begun.current);
  };
  /** Shows newer stored values, except in fields with input. Returns false if no input is left that differs from them. */
  const rebase = (theirs: unknown): boolean => {
    const input = form.current && isUnsent() ? inputIn(form.current) : [];
    const mine = input.filter(({ name, value }) => !areEqual(value, valueAt(theirs, name)));
    const isTheirs = ({ name }: NamedValue) => !areEqual(valueAt(base, name), valueAt(theirs, name));
    const bound = [...fields.values()].filter(({ binding }) => binding);
    const isNewer = [...new Set(bound.map(({ name }) => wholeOf(name)))].some((name) => isTheirs({ name }));
    setBase(theirs);
    write([{ name: '', value: theirs }], { kept: new Set(mine.map(({ name }) => name)) });
    if (mine.length + offered.length === 0) {
      end();
      if (input.length > 0) setNotice('same');
      return false;
    }
    if (!isNewer) return true;
    const inForm = { inForm: 'mine', isChosen: true } as const;
    const conflicts = mine.filter(isTheirs).map((one) => ({ ...withStored(one), ...inForm }));
    const others = offered.filter(({ name }) => !conflicts.some((conflict) => conflict.name === name));
    setNotice('merged');
    setOffered([...others, ...conflicts]);
    return true;
  };
  const begin = (): void => {
    unsaved.register('input', entry);
    if (!form.current || !offered.some(({ inForm }) => inForm === 'mine')) return;
    const input = new Map(inputIn(form.current).map(({ name, value }) => [name, value]));
    const follow = (one: Offer) =>
      one.inForm === 'mine' && input.has(one.name) ? { ...one, value: input.get(one.name) } : one;
    setOffered(offered.map(follow));
  };
  /** Shows the user's value in a field, or the stored one. */
  const choose = (name: string, whose: 'mine' | 'theirs'): void => {
    const offer = offered.find((one) => one.name === name);
    if (!offer) return;
    const value = whose === 'mine' ? offer.value : valueAt(base, name);
    if (offer.inForm !== whose) write([{ name, value }], { isInput: whose === 'mine' });
    setOffered((before) =>
      before.map((one) => (one.name === name ? { ...one, inForm: whose, isChosen: true } : one)),
    );
  };
  /** Shows the values that a call has saved. Returns true if the user has entered nothing since it was sent. */
  const accept = (sent: unknown, saved: unknown): boolean => {
    const input = form.current ? inputIn(form.current) : [];
    const since = input.filter(({ name, value }) => !areEqual(value, valueAt(sent, name)));
    setBase(saved);
    write([{ name: '', value: saved }], { kept: new Set(since.map(({ name }) => name)) });
    end();
    if (since.length > 0) unsaved.register('input', entry);
    return since.length === 0;
  };

  const keep = useEffectEvent(() => {
    const element = document.hidden && isUnsent() ? form.current : null;
    if (!element) return;
    const secrets = new Set(
      [...element.elements].filter(isSecret).map((control) => wholeOf(control.getAttribute('name') ?? '')),
    );
    const offers = new Map(offered.map((one) => [one.name, one]));
    const input = new Map(inputIn(element).map((one) => [one.name, withStored(one)]));
    // An offer stays an offer: the user has not decided to send it.
    for (const [name, offer] of offers)
      input.set(name, { ...offer, ...input.get(name), stored: offer.stored });
    const kept = [...input.values()].filter(({ name }) => !secrets.has(name));
    storeInput(begun.current, kept.length > 0 ? { step, fields: kept } : undefined);
  });
  const restore = useEffectEvent(() => {
    const kept = isUnsent() ? undefined : storeInput(purpose);
    if (!kept) return;
    const isSame = ({ name, stored }: (typeof kept.fields)[number]) => stored === storedOf(name);
    const mine = kept.fields.filter(isSame);
    const others = kept.fields.filter((one) => !isSame(one) && !areEqual(one.value, valueAt(base, one.name)));
    if (mine.length + others.length === 0) return;
    unsaved.register('input', entry);
    showStep(kept.step);
    const mounted = new Set(Array.from(fields.values(), ({ name }) => name));
    late.current = new Map(
      mine.filter(({ name }) => !mounted.has(name)).map(({ name, value }) => [name, value]),
    );
    write(mine, { isInput: true });
    setNotice(others.length > 0 ? 'merged' : 'restored');
    setOffered(others.map((one) => ({ ...one, inForm: 'theirs', isChosen: false })));
  });
  useEffect(() => {
    const onChange = () => keep();
    document.addEventListener('visibilitychange', onChange);
    // Waits until the form has rendered, so that screen readers announce the notice of the restored input.
    queueMicrotask(() => restore());
    const stop = subscribeToSession(() => restore());
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      stop();
    };
  }, []);

  const [onMount] = useState(() => (name: string) => {
    if (!late.current.has(name)) return;
    const value = late.current.get(name);
    late.current.delete(name);
    queueMicrotask(() => write([{ name, value }], { isInput: true }));
  });
  return {
    isUnsent,
    notice,
    offered,
    /** Call it when the user has entered something. */
    begin,
    rebase,
    accept,
    /** Forgets the input, which a reset has removed, and shows the stored values. */
    reset: () => {
      end();
      // The browser resets the controls after the event.
      setTimeout(() => write([{ name: '', value: base }]));
    },
    choose,
    dismiss: () => setOffered([]),
    onMount,
  };
}
