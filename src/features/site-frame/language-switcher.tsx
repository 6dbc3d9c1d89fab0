import { useLocation } from 'react-router';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { classNames } from '#lib/class-names.ts';
import styles from './header.module.css';

/** One link per locale of the channel, in its own language; nothing when there is only one (R2.68). */
export function LanguageSwitcher() {
  const { locales } = useChannel();
  const shop = useShop();
  const { pathname } = useLocation();
  if (locales.length < 2) return null;
  const inner = shop.localePath === '' ? pathname : pathname.slice(shop.localePath.length + 1) || '/';
  const stays = inner === '/' || inner.startsWith('/c/') || inner.startsWith('/p/');
  return (
    <ul className={styles['languages']}>
      {locales.map((locale) => {
        const prefix = locale.path === '' ? '' : `/${locale.path}`;
        return (
          <li key={locale.code}>
            {/* Another language is another page with its own texts: a full load. */}
            <a
              href={`${prefix}${stays ? inner : '/'}` || '/'}
              lang={locale.code}
              hrefLang={locale.code}
              aria-current={locale.code === shop.locale ? 'true' : undefined}
              className={classNames(locale.code === shop.locale && styles['current'])}
            >
              {locale.name}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
