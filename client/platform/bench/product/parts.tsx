import '../../../src/app/layout.css';
import './product.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Article, List } from './app/contract-calls.ts';

/* Markup shared by all compared applications. `elementtiming` records an element's paint time (https://wicg.github.io/element-timing/). */
const data = { elementtiming: 'data' };

export const Frame = ({ children }: { readonly children: ReactNode }) => (
  <div className="layout">
    <header className="layout-header">
      <Link to="/">Articles</Link>
    </header>
    <main className="layout-main" id="main" tabIndex={-1}>
      {children}
    </main>
    <footer className="layout-footer">The same two screens everywhere.</footer>
  </div>
);

export const ArticleList = ({ items }: List) => (
  <>
    <h1>Articles</h1>
    <ul className="articles">
      {items.map(({ slug, title, description, byline }) => (
        <li key={slug}>
          <p>{byline}</p>
          <h2>
            <Link to={`/articles/${encodeURIComponent(slug)}`}>{title}</Link>
          </h2>
          <p {...data}>{description}</p>
        </li>
      ))}
    </ul>
  </>
);

export const ArticleBody = ({ title, byline, paragraphs }: Article) => (
  <article>
    <h1>{title}</h1>
    <p>{byline}</p>
    {paragraphs.map((text) => (
      <p key={text} {...data}>
        {text}
      </p>
    ))}
  </article>
);
