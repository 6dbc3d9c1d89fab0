import { Trans, useLingui } from '@lingui/react/macro';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { useChannel } from '#api/channel-queries.ts';
import { useShop, type Shop } from '#api/shop.ts';
import type { Subscription } from '#contract/newsletter.ts';
import { fieldSentence } from '#i18n/field-sentences.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CheckField, TextField } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { newsletterSchema, type NewsletterForm } from './newsletter-schema.ts';
import styles from './newsletter.module.css';

const empty: NewsletterForm = { email: '', acceptedPrivacyPolicy: false, acceptedTermsAndConditions: false };

/** Address of a page by its id, asked for where no link of the footer gives it. */
function usePagePath(shop: Shop, id: number | null, known: string | undefined): string | undefined {
  const paths = usePaths();
  const { data } = useQuery({
    queryKey: ['content', 'page', { ...shop.scope, id }],
    queryFn: ({ signal }) => shop.call('page', { params: { id: id ?? 0 }, signal }),
    enabled: known === undefined && id !== null,
    meta: { saved: true },
  });
  return known ?? (data === undefined ? undefined : paths.page(data.slug));
}

function TextLink({ to, children }: { to: string | undefined; children: string }) {
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

/**
 * Sign-up for the shop's letters (R2.116): an address and both consents; the links to their
 * texts come from the footer that stands around it. What
 * came of it stands in a dialog, green or red (R4.42, R4.43); a failure stays at the form too (R8.49-R8.51).
 */
export function Newsletter({ privacyPath, termsPath }: { privacyPath?: string | undefined; termsPath?: string | undefined }) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const { pages } = useChannel();
  const [done, setDone] = useState<Subscription | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isFailureShown, setFailureShown] = useState(false);
  const terms = usePagePath(shop, pages.terms, termsPath);
  const privacy = usePagePath(shop, pages.privacy, privacyPath);
  const { register, handleSubmit, formState, setError, reset } = useForm<NewsletterForm>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: standardSchemaResolver(newsletterSchema),
  });
  const { errors, isSubmitting } = formState;
  const sentence = (message: string | undefined) => (message === undefined ? undefined : fieldSentence(i18n, message));

  /** The server's own word, else ours (R8.49, R8.50). */
  const sentenceOf = (error: unknown): string => {
    const said = error instanceof ApiError ? error : null;
    if (said?.kind === 'unreachable') return t`No connection. You are not signed up yet; what you typed stays here.`;
    return said?.detail ?? t({ id: 'newsletter.error', message: 'Subscribe to newsletters error' });
  };
  const send = async ({ email }: NewsletterForm) => {
    setFailure(null);
    try {
      const answer = await shop.call('subscribeNewsletter', { body: { email: email.trim() } });
      reset(empty);
      setDone(answer);
    } catch (error) {
      const wrong = error instanceof ApiError ? error.violations.find(({ propertyPath }) => propertyPath === 'email') : undefined;
      if (wrong !== undefined) setError('email', { message: wrong.message });
      setFailure(sentenceOf(error));
      setFailureShown(true);
    }
  };
  return (
    <section className={styles['newsletter']} aria-labelledby="newsletter-title">
      <div className={styles['words']}>
        <h2 id="newsletter-title" className={styles['title']}>
          <Trans>Newsletter</Trans>
        </h2>
        <p>
          <Trans>When to sow, what is new and what is reduced: about two letters a month.</Trans>
        </p>
      </div>
      <form
        className={styles['form']}
        noValidate
        aria-labelledby="newsletter-title"
        onSubmit={(event) => {
          void handleSubmit(send)(event);
        }}
      >
        <TextField
          {...register('email')}
          id="newsletter-email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          label={t`Your email`}
          error={sentence(errors.email?.message)}
        />
        <div>
          <CheckField
            {...register('acceptedPrivacyPolicy')}
            error={sentence(errors.acceptedPrivacyPolicy?.message)}
            label={
              <Trans>
                I have read the <TextLink to={privacy}>privacy policy</TextLink>
              </Trans>
            }
          />
          <CheckField
            {...register('acceptedTermsAndConditions')}
            error={sentence(errors.acceptedTermsAndConditions?.message)}
            label={
              <Trans>
                I have read and accept the <TextLink to={terms}>terms of purchase</TextLink>
              </Trans>
            }
          />
        </div>
        <Button type="submit" busy={isSubmitting ? t`Sending…` : undefined}>
          <Trans>Subscribe</Trans>
        </Button>
        {failure !== null && <FormError message={failure} />}
      </form>
      {done !== null && (
        <Dialog
          title={t`Newsletter`}
          onClose={() => {
            setDone(null);
          }}
        >
          <Notice kind="ok" alert>
            {done.status === 'subscribed' ? (
              <p>
                <Trans>Thank you: you are subscribed as {done.email}.</Trans>
              </p>
            ) : (
              <p>
                <Trans>Thank you. We have sent a letter to {done.email}: follow its link, and you are subscribed.</Trans>
              </p>
            )}
          </Notice>
        </Dialog>
      )}
      {isFailureShown && failure !== null && (
        <Dialog
          title={t`Newsletter`}
          onClose={() => {
            setFailureShown(false);
          }}
        >
          <FormError message={failure} />
        </Dialog>
      )}
    </section>
  );
}
