import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { NavItem } from '#contract/channel.ts';
import { moveByArrows } from '#ui/focus/arrow-focus.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { leftShape, rightShape } from '#ui/icons/arrow-shapes.ts';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { frameQueries } from './frame-queries.ts';
import { InstallButton } from './install-button.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';
import { NavItemLink } from './nav-item-link.tsx';
import { UserPanel } from './user-panel.tsx';
import styles from './mobile-menu.module.css';

/** The entry at the end of a way of ids, and its parents. */
function follow(items: readonly NavItem[], way: readonly string[]): NavItem[] {
  const found: NavItem[] = [];
  let level = items;
  for (const id of way) {
    const item = level.find((one) => one.id === id);
    if (item === undefined) break;
    found.push(item);
    level = item.children;
  }
  return found;
}

/** All goods and pages, one level at a time, with the way back and "all goods" on top (NAV-02). */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { data: items } = useQuery(frameQueries.menu(useShop(), useKnownChannel(), 'mobile'));
  const [way, setWay] = useState<string[]>([]);
  const trail = follow(items ?? [], way);
  const here = trail.at(-1);
  const listed = here?.children ?? items ?? [];
  return (
    <Dialog kind="left" title={t`Menu`} onClose={onClose}>
      {items === undefined && <Skeleton height="20rem" />}
      {here !== undefined && (
        <>
          <button
            type="button"
            className={styles['back']}
            onClick={() => {
              setWay(way.slice(0, -1));
            }}
          >
            <Icon shape={leftShape} size={20} />
            {trail.at(-2)?.name ?? t`Menu`}
          </button>
          <h3 className={styles['here']}>{here.name}</h3>
          {here.link !== undefined && (
            <NavItemLink item={{ ...here, highlighted: false }} className={styles['all']} onClick={onClose}>
              <Trans>All goods: {here.name}</Trans>
            </NavItemLink>
          )}
        </>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows only save presses of Tab */}
      <ul className={styles['list']} onKeyDown={moveByArrows}>
        {listed.map((item) => (
          <li key={item.id}>
            {item.type === 'html' ? (
              <RichText className={styles['html']} html={item.html ?? ''} />
            ) : item.children.length > 0 ? (
              <button
                type="button"
                className={styles['entry']}
                onClick={() => {
                  setWay([...way, item.id]);
                }}
              >
                {item.name}
                <Icon shape={rightShape} size={20} />
              </button>
            ) : (
              <NavItemLink item={item} className={styles['entry']} onClick={onClose} />
            )}
          </li>
        ))}
      </ul>
      {here === undefined && (
        <div className={styles['account']}>
          <UserPanel onClose={onClose} />
        </div>
      )}
      <LanguageSwitcher />
      <InstallButton />
    </Dialog>
  );
}
