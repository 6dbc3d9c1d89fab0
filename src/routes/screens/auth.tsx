import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { RouteName } from '#contract/route-table.ts';
import { AuthView } from '#features/session/auth-view.tsx';
import { ResetPasswordView, ResetRequestView } from '#features/session/reset-password-views.tsx';
import { useAuthPaths } from '#features/session/auth-paths.ts';
import { VerificationLetterForm } from '#features/session/verification-letter-form.tsx';
import { VerifyAccountView } from '#features/session/verify-account-view.tsx';
import { usePaths } from '#i18n/paths.ts';
import { classNames } from '#lib/class-names.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import styles from '#features/session/auth.module.css';

export type AuthRoute = 'AUTH' | 'EMAIL_VERIFICATION' | 'VERIFY_ACCOUNT' | 'RESET_REQUEST' | 'RESET_PASSWORD';

interface AuthScreen {
  title: MessageDescriptor;
  /** What the page is for, where its title does not say it. */
  lead?: MessageDescriptor;
  View: ComponentType;
}

const screens: Record<AuthRoute, AuthScreen> = {
  AUTH: { title: msg`Sign in or sign up`, View: AuthView },
  EMAIL_VERIFICATION: {
    title: msg`Confirm your email`,
    lead: msg`Write the email of your account: we send a letter with a link that confirms it.`,
    View: VerificationLetterForm,
  },
  VERIFY_ACCOUNT: { title: msg`Account confirmation`, View: VerifyAccountView },
  RESET_REQUEST: {
    title: msg`Forgotten password`,
    lead: msg`Write the email of your account: we send a letter with a link that chooses a new password.`,
    View: ResetRequestView,
  },
  RESET_PASSWORD: { title: msg`New password`, View: ResetPasswordView },
};

/**
 * The pages about signing in: one script for all of them, so that each costs a first visit no more than its address. The
 * server draws them as for anybody; what an address says of one person is read in the browser.
 */
export function screenOf(route: RouteName) {
  const name = route as AuthRoute;
  const { title, lead, View } = screens[name];
  const handle: RouteHandle = { pageKind: 'other' };
  const createLoader = (): LoaderFunction => () => ({
    head: { title: '', titleMessage: title, noIndex: true, isSecret: name === 'VERIFY_ACCOUNT' },
  });
  function Component() {
    const { i18n } = useLingui();
    const paths = usePaths();
    const signIn = useAuthPaths().signIn();
    const view = <View />;
    return (
      <div className="width">
        <Breadcrumbs
          home={paths.home()}
          crumbs={name === 'AUTH' ? [] : [{ name: i18n._(screens.AUTH.title), to: signIn }]}
        />
        <h1>{i18n._(title)}</h1>
        {lead !== undefined && <p className={styles['lead']}>{i18n._(lead)}</p>}
        {name === 'AUTH' ? (
          view
        ) : (
          <div className={classNames(styles['page'], styles['single'])}>
            <div className={styles['card']}>{view}</div>
          </div>
        )}
      </div>
    );
  }
  return { Component, handle, createLoader };
}
