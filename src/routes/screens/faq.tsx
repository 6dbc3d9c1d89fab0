import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import type { FaqItem } from '#contract/content.ts';
import { defaultLocale } from '#contract/locale.ts';
import { screenQueries } from '#features/content/screen-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { RichText } from '#ui/rich-text.tsx';
import styles from './news.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader({ shop, queryClient }: Services): LoaderFunction {
  return async () => {
    await queryClient.ensureQueryData(screenQueries.faq(shop));
    return { head: { title: '', titleMessage: msg`Questions and answers` } };
  };
}

/** Questions with their answers; the part after `/duk/` opens the item with that id (R2.30, R3.40). */
export function Component() {
  const { locale } = useShop();
  const paths = usePaths();
  const opened = useParams()['*'];
  const { data: items } = useSuspenseQuery(screenQueries.faq(useShop()));
  const groups = new Map<string, FaqItem[]>();
  for (const item of items) {
    const name = item.section?.name ?? '';
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>
        <Trans>Questions and answers</Trans>
      </h1>
      {[...groups].map(([name, group]) => (
        <section key={name} className={styles['group']}>
          {name !== '' && <h2>{name}</h2>}
          {group.map((item) => {
            const words = item.translations[locale] ?? item.translations[defaultLocale];
            if (words === undefined) return null;
            return (
              <details key={item.id} className={styles['question']} open={opened === String(item.id)}>
                <summary>{words.question}</summary>
                <RichText html={words.answer} />
              </details>
            );
          })}
        </section>
      ))}
    </div>
  );
}
