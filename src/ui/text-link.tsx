import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Opens a text beside the form that asks for consent to it, so that nothing typed is lost. */
export function TextLink({ to, children }: { to: string | undefined; children?: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">
        {' '}
        <Trans>(opens in a new tab)</Trans>
      </span>
    </a>
  );
}
