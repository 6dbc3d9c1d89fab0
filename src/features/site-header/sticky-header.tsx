import { useLingui } from '@lingui/react/macro';
import { SearchBox } from '#features/search/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { CartButton } from './cart-button.tsx';
import { DisplayModeSwitch } from './display-mode-switch.tsx';
import { Logo } from './logo.tsx';
import styles from './sticky-header.module.css';

/** The compact bar that stays at the top once the header has left the screen (R2.57). */
export function StickyHeader() {
  const { t } = useLingui();
  return (
    <section className={styles['sticky']} aria-label={t`Main`} data-sticky-header>
      <div className={classNames('width', styles['inner'])}>
        <Logo />
        <SearchBox id="sticky-search" />
        <div className={styles['tools']}>
          <DisplayModeSwitch />
          <CartButton />
        </div>
      </div>
    </section>
  );
}
