import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import { useAuthPaths } from '#features/session/auth-paths.ts';
import { Reasons } from '#features/session/reasons.tsx';
import { RegistrationView } from '#features/session/registration-view.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import styles from '#features/session/auth.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`New account`, noIndex: true } });
}

/** The whole form of an account; apart from the other pages about signing in, since checking phone numbers weighs much. */
export function Component() {
  const { t } = useLingui();
  const paths = usePaths();
  const signIn = useAuthPaths().signIn();
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[{ name: t`Sign in or sign up`, to: signIn }]} />
      <h1>
        <Trans>New account</Trans>
      </h1>
      <div className={styles['page']}>
        <div className={styles['card']}>
          <RegistrationView />
        </div>
        <div className={styles['aside']}>
          <Reasons />
        </div>
      </div>
    </div>
  );
}
