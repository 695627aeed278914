import { ArticleBody } from '../../parts.jsx';
import { fetchData } from '../../fetch-data.js';

export default async function Detail({ params }) {
  const { slug } = await params;
  return <ArticleBody {...await fetchData(`/articles/${slug}`)} />;
}
