import { ArticleList, Tags, type Teaser } from '../parts.tsx';
import { useData } from './use-data.ts';

export function List() {
  const articles = useData('/articles?limit=20') as { readonly items: readonly Teaser[] } | undefined;
  const tags = useData('/tags') as { readonly tags: readonly string[] } | undefined;
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
