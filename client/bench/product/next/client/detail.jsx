'use client';
import { useParams } from 'next/navigation';
import { ArticleBody } from '../../parts.jsx';
import { useData } from '../../use-data.js';

export default function Detail() {
  const { slug } = useParams();
  const article = useData(`/articles/${slug}`);
  return article ? <ArticleBody {...article} /> : <p>Loading …</p>;
}
