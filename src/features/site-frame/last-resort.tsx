import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { usePaths } from '#i18n/paths.ts';
import styles from './frame.module.css';

/** A sentence and a link home: nothing here is fetched, and nothing can fail again (R2.135). */
export function LastWords() {
  return (
    <p className={styles['last']}>
      <Trans id="lastResort.sorry">We are sorry, something went wrong.</Trans>{' '}
      <a href={usePaths().home()}>
        <Trans>To the home page</Trans>
      </a>
    </p>
  );
}

/** Stands above every part that is fetched: when even the error page fails, its words are left. */
export class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <LastWords /> : this.props.children;
  }
}
