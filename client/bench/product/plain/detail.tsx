import { useParams } from 'react-router-dom';
import { type Article, ArticleBody } from '../parts.tsx';
import { useData } from './use-data.ts';

export function Detail() {
  const { slug = '' } = useParams();
  const article = useData(`/articles/${encodeURIComponent(slug)}`) as Article | undefined;
  return article ? <ArticleBody {...article} /> : <p>Loading …</p>;
}
