import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { readableOn } from '#lib/contrast.ts';
import { RichText } from '#ui/rich-text.tsx';
import { frameQueries } from './frame-queries.ts';
import styles from './information-bar.module.css';

/** The shop's notice above everything, in the colours that come with it (R3.03, R3.04). */
export function InformationBar() {
  const { t } = useLingui();
  const shop = useShop();
  const bar = useQuery(frameQueries.bars(shop)).data?.at(-1);
  const text = bar?.translations[shop.locale]?.description ?? bar?.translations['lt']?.description;
  if (bar === undefined || text === undefined || text === '') return null;
  const colours = { backgroundColor: bar.backgroundColor, color: readableOn(bar.backgroundColor, bar.textColor) };
  return (
    <section className={styles['bar']} style={colours} aria-label={t`Notice`}>
      <RichText className="width" html={text} />
    </section>
  );
}
