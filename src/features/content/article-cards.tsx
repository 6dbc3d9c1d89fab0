import { useShop } from '#api/shop.ts';
import type { ArticleCard } from '#contract/content.ts';
import { formatDate } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import styles from './article-cards.module.css';

/** Articles as cards: picture, title, what they are about, date. */
export function ArticleCards({
  articles,
  heading: Heading = 'h3',
}: {
  articles: readonly ArticleCard[];
  heading?: 'h2' | 'h3';
}) {
  const { locale } = useShop();
  const paths = usePaths();
  return (
    <ul className={styles['news']}>
      {articles.map((article) => (
        <li key={article.id} className={styles['article']}>
          {article.image !== undefined && <Picture path={article.image.path} alt="" size={imageSizes.half} />}
          <div className={styles['articleText']}>
            <Heading>
              <Link to={paths.article(article)}>{article.name}</Link>
            </Heading>
            <p>{article.excerpt}</p>
            <time dateTime={article.publishedAt}>{formatDate(article.publishedAt, locale)}</time>
          </div>
        </li>
      ))}
    </ul>
  );
}
