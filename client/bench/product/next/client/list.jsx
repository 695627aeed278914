'use client';
import { ArticleList, Tags } from './parts.jsx';
import { useData } from './use-data.js';

export default function List() {
  const articles = useData('/articles?limit=20');
  const tags = useData('/tags');
  return (
    <div className="home">
      <div>
        <h1>Articles</h1>
        {articles ? <ArticleList articles={articles.items} /> : <p>Loading …</p>}
      </div>
      {tags && <Tags tags={tags.tags} />}
    </div>
  );
}
