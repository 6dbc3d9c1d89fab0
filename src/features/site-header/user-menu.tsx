import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSignedIn } from '#api/use-signed-in.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { userShape } from '#ui/icons/user-shape.ts';
import buttonStyles from './cart-button.module.css';
import styles from './user-menu.module.css';

/** What stands in a dialog belongs to it, wherever it was opened from. */
const isWithin = (menu: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Element && (menu?.contains(target) === true || target.closest('dialog') !== null);

/**
 * The way into the account: a plain link until the page is hydrated, then a button that opens what a guest or a customer can
 * do (R2.61, R2.62). What it opens is fetched when somebody comes near.
 */
export function UserMenu() {
  const { t } = useLingui();
  const paths = usePaths();
  const navigate = useNavigate();
  const isMounted = useHydrated();
  const isSignedIn = useSignedIn();
  const { key } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // Held here and not in a boundary, as that of the other menu.
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const isOpen = openedAt === key && Panel !== null;
  const bring = async () => {
    const { UserPanel } = await import('./user-panel.tsx');
    setPanel(() => UserPanel);
  };
  // Fetched ahead: the press itself leads to the page where it does not come.
  const bringAhead = () => void bring().catch(() => undefined);

  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape' || document.querySelector('dialog[open]') !== null) return;
        button.current?.focus();
      } else if (isWithin(place.current, event.target)) return;
      setOpenedAt(null);
    };
    const events = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const name of events) document.addEventListener(name, close);
    return () => {
      for (const name of events) document.removeEventListener(name, close);
    };
  }, [isOpen]);

  const inside = (
    <>
      <Icon shape={userShape} />
      <span className={buttonStyles['word']}>
        <Trans>Account</Trans>
      </span>
      {isSignedIn && <span className={styles['sign']} />}
    </>
  );
  const name = isSignedIn ? t`Account: you are signed in` : t`Account: sign in or sign up`;
  if (!isMounted) {
    return (
      <Link to={paths.auth()} className={buttonStyles['button']} aria-label={name}>
        {inside}
      </Link>
    );
  }
  return (
    <div ref={place} className={styles['place']}>
      <button
        ref={button}
        type="button"
        className={buttonStyles['button']}
        aria-label={name}
        aria-expanded={isOpen}
        onPointerEnter={bringAhead}
        onPointerDown={bringAhead}
        onFocus={bringAhead}
        onClick={() => {
          setOpenedAt(isOpen ? null : key);
          // Without its script there is still a page to go to.
          if (Panel === null) void bring().catch(() => navigate(isSignedIn ? paths.account() : paths.auth()));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !isOpen) return;
          event.preventDefault();
          place.current?.querySelector<HTMLElement>('[data-panel] :is(a[href], button)')?.focus();
        }}
      >
        {inside}
      </button>
      {isOpen && (
        <div className={styles['panel']} data-panel>
          <Panel
            onClose={() => {
              setOpenedAt(null);
              // What was pressed is gone with the sign-in.
              if (document.activeElement === document.body) button.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
