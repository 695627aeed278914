import './next-notice.css';
import { useDeferredValue } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { Notice } from './notice.tsx';

/**
 * Shows the notice that a navigation to this screen carries: `navigate(things.to(), { state: { notice: 'Deleted.' } })`. Back and a reload do not
 * repeat it.
 */
export function NextNotice() {
  const { notice = '' } = (useLocation().state ?? {}) as { readonly notice?: string };
  const isRepeated = useNavigationType() === NavigationType.Pop;
  // Adds the text after the first render, because screen readers announce only changes.
  return <Notice kind="success">{useDeferredValue(isRepeated ? '' : notice, '')}</Notice>;
}
