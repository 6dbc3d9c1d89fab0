import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { classNames } from '#lib/class-names.ts';
import { usePageInLocale } from './page-in-locale.ts';
import styles from './header.module.css';

/** One link per locale of the channel, in its own language; nothing when there is only one (R2.68); each leads to the page that is seen. */
export function LanguageSwitcher() {
  const locales = useKnownChannel()?.locales ?? [];
  const shop = useShop();
  const addressIn = usePageInLocale();
  if (locales.length < 2) return null;
  return (
    <ul className={styles['languages']}>
      {locales.map((locale) => (
        <li key={locale.code}>
          {/* Another language is another page with its own texts: a full load. */}
          <a
            href={addressIn(locale)}
            lang={locale.code}
            hrefLang={locale.code}
            aria-current={locale.code === shop.locale ? 'true' : undefined}
            className={classNames(locale.code === shop.locale && styles['current'])}
          >
            {locale.name}
          </a>
        </li>
      ))}
    </ul>
  );
}
