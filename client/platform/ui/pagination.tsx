import './pagination.css';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { components as messages } from '#platform/messages/first-load.ts';
import { Link } from './link.tsx';
import { ScreenLink } from './screen-link.tsx';

interface Props {
  /** The current page, from 1. */
  readonly page: number;
  /** Number of pages, if known. Otherwise `hasNext` decides whether there is a next page. */
  readonly pages?: number;
  readonly hasNext?: boolean;
  /** Returns the address of a page: `(page) => notes.to({ search: { ...search, page } })`. */
  readonly to: (page: number) => string;
}

/**
 * Links to the previous and the next page, and to the pages around the current one. Renders nothing if there is only one page. Beyond the last page,
 * such as after the only row of the last page was deleted, navigates to the last one.
 */
export function Pagination({ page, pages, hasNext = pages !== undefined && page < pages, to }: Props) {
  const nav = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const last = Math.max(pages ?? page, 1);
  // Runs after each render. While a new page loads, the screen is busy, and `pages` may belong to an earlier search.
  useEffect(() => {
    if (page > last && !nav.current?.closest('[aria-busy="true"]'))
      void navigate(to(last), { replace: true });
  });
  if (page === 1 && !hasNext) return null;
  return (
    <nav className="pagination" aria-label={messages.pages} ref={nav}>
      {page > 1 && (
        <Link to={to(Math.min(page - 1, last))} variant="quiet" size="small">
          {messages.previousPage}
        </Link>
      )}
      {pagesAround(page, last).map((number, index, shown) => (
        <span key={number} data-gap={index > 0 && number - (shown[index - 1] ?? 0) > 1}>
          <ScreenLink to={to(number)} aria-label={messages.page(number)}>
            {number}
          </ScreenLink>
        </span>
      ))}
      {hasNext && (
        <Link to={to(page + 1)} variant="quiet" size="small">
          {messages.nextPage}
        </Link>
      )}
    </nav>
  );
}

export const pagesAround = (page: number, pages: number): number[] =>
  [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .toSorted((one, other) => one - other);
