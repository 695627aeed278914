import './product.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Article, Teaser } from './app/contract-calls.ts';

/*
 * The markup of both screens, the same in every application that is compared. `elementtiming` tells the browser to note when an element is
 * painted (https://wicg.github.io/element-timing/), so that no script has to look for it.
 */
const data = { elementtiming: 'data' };

/** The frame around both screens. */
export const Frame = ({ children }: { readonly children: ReactNode }) => (
  <div className="layout">
    <header className="layout-header">
      <Link to="/">Articles</Link>
    </header>
    <main className="layout-main" id="main" tabIndex={-1}>
      {children}
    </main>
    <footer className="layout-footer">
      <p>The same two screens everywhere.</p>
    </footer>
  </div>
);

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <ul className="tags">
    {tags.map((tag) => (
      <li key={tag}>{tag}</li>
    ))}
  </ul>
);

export interface ListProps {
  readonly items: readonly Teaser[];
  readonly tags?: readonly string[];
}

export const List = ({ items, tags }: ListProps) => (
  <div className="home">
    <div>
      <h1>Articles</h1>
      <ul className="articles">
        {items.map(({ slug, title, description, author, date, tags: own }) => (
          <li key={slug}>
            <p className="byline">
              {author}, {date}
            </p>
            <h2>
              <Link to={`/articles/${encodeURIComponent(slug)}`}>{title}</Link>
            </h2>
            <p {...data}>{description}</p>
            <Tags tags={own} />
          </li>
        ))}
      </ul>
    </div>
    {tags && (
      <aside aria-label="Tags">
        <Tags tags={tags} />
      </aside>
    )}
  </div>
);

export const ArticleBody = ({ title, author, date, paragraphs }: Article) => (
  <article className="article">
    <h1>{title}</h1>
    <p className="byline">
      {author}, {date}
    </p>
    {paragraphs.map((text) => (
      <p key={text} {...data}>
        {text}
      </p>
    ))}
  </article>
);
