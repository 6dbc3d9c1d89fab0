import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './checkout-view.module.css';

interface CertificateFieldsProps {
  /** Draws one field of the form around. */
  draw: (
    name: 'certificate.number' | 'certificate.holder' | 'certificate.validUntil',
    autoComplete: string,
    more?: { type?: string; hint?: string; characters?: number },
  ) => ReactNode;
}

/** What the shop needs to know of the person whom it may hand professional plant protection to (contract 5.7). */
export function CertificateFields({ draw }: CertificateFieldsProps) {
  const { t } = useLingui();
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>Plant protection certificate</Trans>
      </legend>
      <p className={styles['note']}>
        <Trans>
          Your cart holds goods for professional use. They are handed out to the holder of a valid
          certificate: please bring it along.
        </Trans>
      </p>
      {draw('certificate.number', 'off', { characters: 20 })}
      {draw('certificate.holder', 'off', { hint: t`First and last name, as on the certificate` })}
      {draw('certificate.validUntil', 'off', { type: 'date', characters: 16 })}
    </fieldset>
  );
}
