import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMatches } from 'react-router';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { defaultLocale } from '#contract/locale.ts';
import { groundColours } from '#ui/ground-colours.ts';
import { RichText } from '#ui/rich-text.tsx';
import { frameQueries, type BarScope } from '#features/site-header/frame-queries.ts';
import styles from './information-bar.module.css';

/**
 * The shop's notice above everything, in the colours that come with it (R3.03, R3.04). A notice about what the screen
 * shows (a category, a product) goes before the one for all (R4.85); nothing shows before both are known (R4.86). Guests
 * and customers have notices of their own (R4.83, R4.84); the server draws the guest's. While another one is asked for, the one
 * before it keeps its place unseen: what moves under a pointer is pressed in vain.
 */
export function InformationBar() {
  const { t } = useLingui();
  const shop = useShop();
  const audience = useSignedIn() ? 'registered' : 'guests';
  const data = useMatches().at(-1)?.loaderData as { barScope?: BarScope } | null | undefined;
  const scope = data?.barScope;
  const global = useQuery({ ...frameQueries.bars(shop, audience), placeholderData: keepPreviousData });
  const scoped = useQuery({
    ...frameQueries.bars(shop, audience, scope),
    enabled: scope !== undefined,
    placeholderData: keepPreviousData,
  });
  const isKnown = [global, ...(scope === undefined ? [] : [scoped])].every(
    ({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData,
  );
  const bar = (scope === undefined ? undefined : scoped.data?.at(-1)) ?? global.data?.at(-1);
  const text = bar?.translations[shop.locale]?.description ?? bar?.translations[defaultLocale]?.description;
  if (bar === undefined || text === undefined || text === '') return null;
  return (
    <section
      className={styles['bar']}
      aria-busy={!isKnown}
      {...groundColours(bar.backgroundColor, bar.textColor)}
      aria-label={t`Notice`}
    >
      <RichText className="width" html={text} />
    </section>
  );
}
