import Link from 'next/link';

export const ArticleList = ({ articles }) => (
  <ul className="articles">
    {articles.map(({ slug, title, description, author, date, tags }) => (
      <li key={slug}>
        <p className="byline">
          {author}, {date}
        </p>
        <h2>
          <Link href={`/articles/${encodeURIComponent(slug)}`} prefetch={false}>
            {title}
          </Link>
        </h2>
        <p elementtiming="data">{description}</p>
        <ul className="tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

export const Tags = ({ tags }) => (
  <aside className="sidebar" aria-label="Tags">
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  </aside>
);

export const ArticleBody = ({ title, author, date, paragraphs }) => (
  <article className="article">
    <h1>{title}</h1>
    <p className="byline">
      {author}, {date}
    </p>
    {paragraphs.map((text) => (
      <p key={text} elementtiming="data">
        {text}
      </p>
    ))}
  </article>
);
