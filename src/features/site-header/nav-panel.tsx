import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useKnownChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { NavItem } from '#contract/channel.ts';
import { classNames } from '#lib/class-names.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { moveByArrows } from '#ui/focus/arrow-focus.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { rightShape } from '#ui/icons/arrow-shapes.ts';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { frameQueries } from './frame-queries.ts';
import { NavItemLink } from './nav-item-link.tsx';
import styles from './nav-panel.module.css';

/** Rows of one column (R2.105-R2.107). */
export const rows = { main: 7, mega: 8 } as const;
export const columnsAtMost = { nested: 3, plain: 4 } as const;

/** Splits a list into columns of so many rows, at most so many columns. */
export function columnsOf<T>(items: readonly T[], rowCount: number, columnCount: number): T[][] {
  const columns: T[][] = [];
  for (let at = 0; at < items.length && columns.length < columnCount; at += rowCount)
    columns.push(items.slice(at, at + rowCount));
  return columns;
}

/** Groups as columns (R2.108): each begins one, and those for which there is none stand below the shortest. */
export function columnsOfGroups(groups: readonly NavItem[], columnCount: number): NavItem[][] {
  const columns: NavItem[][] = [];
  const rowsOf = (column: readonly NavItem[]) =>
    column.reduce((sum, { children }) => sum + 1 + children.length, 0);
  for (const group of groups) {
    if (columns.length < columnCount) columns.push([group]);
    else columns.toSorted((a, b) => rowsOf(a) - rowsOf(b))[0]?.push(group);
  }
  return columns;
}

function Entry({ item, onLeave }: { item: NavItem; onLeave: () => void }) {
  if (item.type === 'html') return <RichText html={item.html ?? ''} className={styles['html']} />;
  if (item.type === 'image' && item.image !== undefined) {
    return (
      <NavItemLink item={item} className={styles['image']} onClick={onLeave}>
        <Picture path={item.image} alt={item.altText ?? ''} size={imageSizes.half} />
        <span>{item.name}</span>
      </NavItemLink>
    );
  }
  return (
    <>
      <NavItemLink
        item={item}
        className={item.children.length > 0 ? styles['heading'] : styles['link']}
        onClick={onLeave}
      />
      {item.children.length > 0 && (
        <ul className={styles['third']}>
          {item.children.map((child) => (
            <li key={child.id}>
              <NavItemLink item={child} className={styles['link']} onClick={onLeave} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * What stands where in a panel: the entries of its root column, if any of them has entries of its own, and the columns beside it.
 * @param chosen id of the root whose entries are shown
 * @param whole id of the entry that shows all of its own, though they need more rows than a column has
 */
function panelOf(
  menu: readonly NavItem[],
  item: NavItem,
  role: 'main' | 'mega',
  { chosen, whole }: { chosen: string | null; whole: string | null },
) {
  // The shop menu's further entries (season's work, garden, sales) stand in the same root column.
  const others = menu.filter(
    (one) =>
      one.id !== item.id &&
      !item.children.some((child) => child.link !== undefined && child.link === one.link),
  );
  const roots = role === 'mega' ? [...item.children, ...others] : item.children;
  const nested = item.type !== 'group' && roots.some((root) => root.children.length > 0);
  const active = roots.find((root) => root.id === chosen) ?? roots.find((root) => root.children.length > 0);
  const listed = nested ? (active?.children ?? []) : roots;
  const owner = nested && active !== undefined ? active : item;
  const columnCount = role === 'mega' || !nested ? columnsAtMost.plain : columnsAtMost.nested;
  const rowCount = nested && role === 'mega' ? 2 : rows[role];
  const columns =
    item.type === 'group'
      ? columnsOfGroups(listed, columnCount)
      : columnsOf(
          listed,
          whole === owner.id ? Math.max(rowCount, Math.ceil(listed.length / columnCount)) : rowCount,
          columnCount,
        );
  return { roots, nested, active, owner, columns, hidden: listed.length - columns.flat().length };
}

/** The entries of a panel that have entries of their own, of which one's stand beside them. */
function RootColumn({
  roots,
  active,
  onChoose,
  onLeave,
}: {
  roots: readonly NavItem[];
  active: NavItem | undefined;
  onChoose: (id: string) => void;
  onLeave: () => void;
}) {
  return (
    // The arrows only save presses of Tab.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={styles['root']} onKeyDown={moveByArrows}>
      {roots.map((root) => (
        <li key={root.id}>
          <span
            className={classNames(styles['rootEntry'], root.id === active?.id && styles['active'])}
            onPointerEnter={() => {
              if (root.children.length > 0) onChoose(root.id);
            }}
            onFocus={() => {
              if (root.children.length > 0) onChoose(root.id);
            }}
          >
            {root.link === undefined && root.externalLink === undefined ? (
              <button
                type="button"
                aria-expanded={root.id === active?.id}
                onClick={() => {
                  onChoose(root.id);
                }}
              >
                {root.name}
              </button>
            ) : (
              <NavItemLink item={root} onClick={onLeave} />
            )}
            {root.children.length > 0 && <Icon shape={rightShape} size={16} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What stands below one trigger: a root column with the area of its chosen entry, or columns alone. */
export function NavPanel({
  role,
  itemId,
  onLeave,
}: {
  role: 'main' | 'mega';
  itemId: string;
  onLeave: () => void;
}) {
  const shop = useShop();
  const { data: menu } = useQuery(frameQueries.menu(shop, useKnownChannel(), role));
  const [chosen, setChosen] = useState<string | null>(null);
  /** Whose entries are all shown, though they need more rows than a column has. */
  const [whole, setWhole] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  // The button that asked for all of them is gone.
  useEffect(() => {
    if (whole !== null) area.current?.querySelector('a')?.focus();
  }, [whole]);
  const item = menu?.find((one) => one.id === itemId);
  if (menu === undefined || item === undefined) {
    return (
      <div className={styles['panel']}>
        <div className="width">
          <Skeleton height="12rem" />
        </div>
      </div>
    );
  }
  const { roots, nested, active, owner, columns, hidden } = panelOf(menu, item, role, { chosen, whole });
  // Where a link to its page is drawn below: of an entry by its root, of the trigger itself as “all goods”.
  const hasPage = owner.link !== undefined || (owner !== item && owner.externalLink !== undefined);
  return (
    <div className={styles['panel']} data-panel>
      <div className={classNames('width', nested && styles['nested'])}>
        {nested && <RootColumn roots={roots} active={active} onChoose={setChosen} onLeave={onLeave} />}
        <div className={styles['area']}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as above */}
          <div ref={area} className={styles['columns']} onKeyDown={moveByArrows}>
            {columns.map((column) => (
              <ul key={column[0]?.id} className={styles['column']}>
                {column.map((entry) => (
                  <li key={entry.id}>
                    <Entry item={entry} onLeave={onLeave} />
                  </li>
                ))}
              </ul>
            ))}
          </div>
          {hidden > 0 && !hasPage && (
            <button
              type="button"
              className={styles['all']}
              onClick={() => {
                setWhole(owner.id);
              }}
            >
              <Trans>Show all: {owner.name}</Trans>
            </button>
          )}
          {hidden > 0 && hasPage && owner !== item && (
            <NavItemLink item={{ ...owner, highlighted: false }} className={styles['all']} onClick={onLeave}>
              <Trans>Show all: {owner.name}</Trans>
            </NavItemLink>
          )}
          {item.link !== undefined && (
            <NavItemLink item={{ ...item, highlighted: false }} className={styles['all']} onClick={onLeave}>
              <Trans>All goods: {item.name}</Trans>
            </NavItemLink>
          )}
        </div>
      </div>
    </div>
  );
}
