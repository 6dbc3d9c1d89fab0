import { Trans } from '@lingui/react/macro';
import { NewsletterForm } from './newsletter-form.tsx';
import styles from './newsletter.module.css';

/** Sign-up for the shop's letters (R2.116); the links to the texts of the consents come from the footer that stands around it. */
export function Newsletter({
  privacyPath,
  termsPath,
}: {
  privacyPath?: string | undefined;
  termsPath?: string | undefined;
}) {
  return (
    <section className={styles['newsletter']} aria-labelledby="newsletter-title">
      <div className={styles['words']}>
        <h2 id="newsletter-title" className={styles['title']}>
          <Trans>Newsletter</Trans>
        </h2>
        <p>
          <Trans>
            When to sow, what is new and what is reduced: about two letters a month, and reminders of a cart
            that you leave.
          </Trans>
        </p>
      </div>
      <NewsletterForm
        privacyPath={privacyPath}
        termsPath={termsPath}
        titleId="newsletter-title"
        fieldId="newsletter-email"
      />
    </section>
  );
}
