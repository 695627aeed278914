import { ArticleList, Tags } from './parts.jsx';
import { fetchData } from './fetch-data.js';

export default async function List() {
  const [articles, tags] = await Promise.all([fetchData('/articles?limit=20'), fetchData('/tags')]);
  return (
    <div className="home">
      <div>
        <h1>Articles</h1>
        <ArticleList articles={articles.items} />
      </div>
      <Tags tags={tags.tags} />
    </div>
  );
}
