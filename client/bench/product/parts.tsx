import './product.css';
import { Link } from 'react-router-dom';

/*
 * The markup of both screens, the same in every application that is compared. `elementtiming` tells the browser to note when an element is
 * painted (https://wicg.github.io/element-timing/), so that no script has to look for it.
 */

export interface Teaser {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly date: string;
  readonly tags: readonly string[];
}

export interface Article {
  readonly title: string;
  readonly author: string;
  readonly date: string;
  readonly paragraphs: readonly string[];
}

export const ArticleList = ({ articles }: { articles: readonly Teaser[] }) => (
  <ul className="articles">
    {articles.map(({ slug, title, description, author, date, tags }) => (
      <li key={slug}>
        <p className="byline">
          {author}, {date}
        </p>
        <h2>
          <Link to={`/articles/${encodeURIComponent(slug)}`}>{title}</Link>
        </h2>
        <p {...{ elementtiming: 'data' }}>{description}</p>
        <ul className="tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <aside className="sidebar" aria-label="Tags">
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  </aside>
);

export const ArticleBody = ({ title, author, date, paragraphs }: Article) => (
  <article className="article">
    <h1>{title}</h1>
    <p className="byline">
      {author}, {date}
    </p>
    {paragraphs.map((text) => (
      <p key={text} {...{ elementtiming: 'data' }}>
        {text}
      </p>
    ))}
  </article>
);
