import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCartCount } from '#features/cart/use-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { cartShape } from '#ui/icons/icon-shapes.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { signUpTab, useAuthPaths } from './auth-paths.ts';
import { Reasons } from './reasons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpStart } from './sign-up-start.tsx';
import { useGoOn } from './use-go-on.ts';
import styles from './auth.module.css';

type Tab = 'sign-in' | 'sign-up';
const tabs: readonly Tab[] = ['sign-in', 'sign-up'];

/** The way on without an account: to the checkout where something is in the cart, else to where the visitor was (R2.19). */
function GuestWay({ from }: { from: string | undefined }) {
  const paths = usePaths();
  const count = useCartCount();
  const isBuying = from === undefined || from === paths.cart() || from.startsWith(paths.checkout());
  const toCheckout = count > 0 && isBuying;
  const isPersonal = from === undefined || from === paths.account() || from.startsWith(`${paths.account()}/`);
  const to = toCheckout ? paths.checkout() : isPersonal ? paths.home() : from;
  return (
    <section className={styles['guest']} aria-labelledby="guest-title">
      <Icon shape={cartShape} size={28} />
      <div>
        <h2 id="guest-title">
          <Trans>No account needed</Trans>
        </h2>
        <p>
          <Trans>You can buy as a guest too: the order needs only an email and a phone number.</Trans>
        </p>
      </div>
      <Link className={buttonClass('secondary', true)} to={to}>
        {toCheckout ? <Trans>Buy without registration</Trans> : <Trans>Continue without an account</Trans>}
      </Link>
    </section>
  );
}

/** Signing in and signing up as two tabs (R2.18); whoever comes from the cart sees first that neither is needed (UX CHK-01). */
export function AuthView() {
  const { t } = useLingui();
  const { session, state, from, isLost } = useGoOn();
  const shop = usePaths();
  const paths = useAuthPaths();
  const navigate = useNavigate();
  const location = useLocation();
  // The server keeps one page for all queries: which tab is asked for shows once the page is hydrated.
  const isMounted = useHydrated();
  const asked = new URLSearchParams(location.search).get('tab');
  const chosen: Tab = isMounted && asked === signUpTab ? 'sign-up' : 'sign-in';
  const list = useRef<HTMLDivElement>(null);
  const fromCart = from !== undefined && (from === shop.cart() || from.startsWith(shop.checkout()));

  const choose = (tab: Tab) => {
    void navigate(tab === 'sign-up' ? paths.signUp() : paths.signIn(), {
      replace: true,
      preventScrollReset: true,
      state: location.state as unknown,
    });
  };
  const move = (event: KeyboardEvent) => {
    const at = tabs.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs.at(to % tabs.length) ?? 'sign-in';
    list.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
    choose(tab);
  };
  const names: Record<Tab, ReactNode> = {
    'sign-in': <Trans>Sign in</Trans>,
    'sign-up': <Trans>Sign up</Trans>,
  };
  const panels: Record<Tab, ReactNode> = {
    'sign-in': <SignInForm session={session} state={state} isShown={chosen === 'sign-in'} />,
    'sign-up': <SignUpStart isShown={chosen === 'sign-up'} />,
  };
  return (
    <div className={styles['page']} data-guest-first={fromCart || undefined}>
      <div className={styles['card']}>
        {isLost && (
          <Notice kind="warn" alert>
            <p>
              <Trans>Your session has ended. Please sign in again: you will be back where you were.</Trans>
            </p>
          </Notice>
        )}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
        <div
          ref={list}
          role="tablist"
          aria-label={t`Sign in or sign up`}
          className={styles['tabs']}
          onKeyDown={move}
        >
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`tab-${tab}`}
              aria-controls={`panel-${tab}`}
              aria-selected={tab === chosen}
              tabIndex={tab === chosen ? 0 : -1}
              className={styles['tab']}
              onClick={() => {
                choose(tab);
              }}
            >
              {names[tab]}
            </button>
          ))}
        </div>
        {tabs.map((tab) => (
          <div
            key={tab}
            role="tabpanel"
            id={`panel-${tab}`}
            aria-labelledby={`tab-${tab}`}
            hidden={tab !== chosen}
          >
            {panels[tab]}
          </div>
        ))}
        <p className={styles['noScript']}>
          <Trans>Signing in needs JavaScript: please turn it on in your browser.</Trans>
        </p>
      </div>
      <div className={styles['aside']}>
        <GuestWay from={from} />
        <Reasons />
      </div>
    </div>
  );
}
