import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { checkField } from '#domain/field-rules.ts';
import { fieldSentence, writeFieldError } from '#i18n/field-sentences.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { reviewQueries } from './reviews-queries.ts';
import styles from './reviews.module.css';

interface ReviewForm {
  rating: string;
  comment: string;
}

/**
 * The form of who came by a mailed link: stars and a text (R3.65). A link that is used or unknown says so (R8.37); what
 * the shop could not take stays in the form (R8.34).
 */
export function ReviewByLink({ token, productCode }: { token: string; productCode: string }) {
  const { t, i18n } = useLingui();
  const shop = useShop();
  const { data: link, error } = useQuery(reviewQueries.link(shop, token));
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<ReviewForm>({ mode: 'onTouched', defaultValues: { rating: '', comment: '' } });
  const { errors, isSubmitting } = formState;
  const sentence = (message: string | undefined) => (message === undefined ? undefined : fieldSentence(i18n, message));
  const invalid = t({ id: 'review.linkInvalid', message: 'This product review link is no longer valid' });
  const sentenceOf = (reason: unknown): string => {
    const said = reason instanceof ApiError ? reason : null;
    if (said?.kind === 'unreachable') return t`No connection. Your review is not sent yet; what you typed stays here.`;
    if (said?.errorCode === 'review.link_invalid') return said.detail ?? invalid;
    return said === null || said.status >= 500 || said.detail === undefined ? t({ id: 'review.error', message: 'Create review error' }) : said.detail;
  };
  if (isDone)
    return (
      <Notice kind="ok" alert>
        <p>
          <Trans>Thank you. Your review will be shown once we have read it.</Trans>
        </p>
      </Notice>
    );
  if (error !== null && link === undefined) return <FormError message={sentenceOf(error)} />;
  if (link === undefined) return null;
  if (link.product.code !== productCode) return <FormError message={invalid} />;
  const send = async ({ rating, comment }: ReviewForm) => {
    setFailure(null);
    try {
      await shop.call('writeReview', { body: { product: productCode, rating: Number(rating), comment: comment.trim(), reviewToken: token } });
      setDone(true);
    } catch (reason) {
      const wrong = reason instanceof ApiError ? reason.violations.find(({ propertyPath }) => propertyPath === 'rating' || propertyPath === 'comment') : undefined;
      if (wrong === undefined) setFailure(sentenceOf(reason));
      else setError(wrong.propertyPath as keyof ReviewForm, { message: wrong.message }, { shouldFocus: true });
    }
  };
  const ratingError = sentence(errors.rating?.message);
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        void handleSubmit(send)(event);
      }}
    >
      <fieldset className={styles['choice']} role="radiogroup" aria-required="true" aria-invalid={ratingError === undefined ? undefined : true} aria-describedby={ratingError === undefined ? undefined : 'rating-error'}>
        <legend>
          <Trans>Your rating</Trans>
        </legend>
        {['1', '2', '3', '4', '5'].map((rating) => (
          <label key={rating}>
            <input {...register('rating', { required: 'required' })} type="radio" value={rating} aria-label={t`${rating} of 5`} />
            <span aria-hidden="true">{rating} ★</span>
          </label>
        ))}
      </fieldset>
      {ratingError !== undefined && (
        <p id="rating-error" className={styles['error']}>
          {ratingError}
        </p>
      )}
      <TextArea
        {...register('comment', {
          validate: (value) => {
            const wrong = checkField('reviewComment', value, { required: true });
            return wrong === null || writeFieldError(wrong);
          },
        })}
        label={t`What do you think of it?`}
        error={sentence(errors.comment?.message)}
      />
      {failure !== null && <FormError message={failure} />}
      <Button type="submit" busy={isSubmitting ? t`Sending…` : undefined}>
        <Trans>Send the review</Trans>
      </Button>
    </form>
  );
}
