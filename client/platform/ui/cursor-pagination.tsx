import './pagination.css';
import { components as messages } from '#platform/messages/first-load.ts';
import { Link } from './link.tsx';

interface Props {
  /** Cursor of the current page; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly next: string | undefined;
  /** Cursor of the page before, if the service returns it. Without it, a link leads to the first page. */
  readonly previous?: string | undefined;
  /** Returns the address of a page: `(cursor) => notes.to({ search: { ...search, cursor } })`. */
  readonly to: (cursor: string | undefined) => string;
}

/** Links between the pages of a service that returns cursors instead of numbers. Renders nothing if there is only one page. */
export function CursorPagination({ cursor, next, previous, to }: Props) {
  if (cursor === undefined && next === undefined) return null;
  return (
    <nav className="pagination" aria-label={messages.pages}>
      {cursor !== undefined && (
        <Link to={to(previous)} variant="quiet" size="small">
          {previous === undefined ? messages.page(1) : messages.previousPage}
        </Link>
      )}
      {next !== undefined && (
        <Link to={to(next)} variant="quiet" size="small">
          {messages.nextPage}
        </Link>
      )}
    </nav>
  );
}
