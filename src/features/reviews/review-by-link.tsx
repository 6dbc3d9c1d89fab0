import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { showFormErrors } from '#api/form-errors.ts';
import { checkField } from '#domain/fields/field-rules.ts';
import { reviewMessage, reviewScope } from '#domain/waiting/waiting-message.ts';
import { RefusedNote, WaitingNote } from '#features/messages/message-note.tsx';
import { useMessage } from '#features/messages/use-message.ts';
import { useFieldSentence, writeFieldError } from '#i18n/field-sentences.ts';
import { useAfterPress } from '#ui/form/after-press.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Notice } from '#ui/notice.tsx';
import { reviewQueries } from './reviews-queries.ts';
import styles from './reviews.module.css';

interface ReviewForm {
  rating: string;
  comment: string;
}

const empty: ReviewForm = { rating: '', comment: '' };

/** One to five stars, of which one has to be chosen. */
function RatingChoice({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <fieldset
        className={styles['choice']}
        role="radiogroup"
        aria-required="true"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : 'rating-error'}
      >
        <legend>
          <Trans>Your rating</Trans>
        </legend>
        {['1', '2', '3', '4', '5'].map((rating) => (
          <label key={rating}>
            <input {...field} type="radio" value={rating} aria-label={t`${rating} of 5`} />
            <span aria-hidden="true">{rating} ★</span>
          </label>
        ))}
      </fieldset>
      {error !== undefined && (
        <p id="rating-error" className={styles['error']}>
          {error}
        </p>
      )}
    </>
  );
}

/** What is said of a review that the shop does not take. */
function useRefusalWords() {
  const { t } = useLingui();
  const invalid = t({ id: 'review.linkInvalid', message: 'This product review link is no longer valid' });
  const ours = t({ id: 'review.error', message: 'Create review error' });
  const sentenceOf = ({
    status,
    errorCode,
    detail,
  }: {
    status: number;
    errorCode?: string | undefined;
    detail?: string | undefined;
  }): string => {
    if (errorCode === 'review.link_invalid') return detail || invalid;
    return status >= 500 ? ours : detail || ours;
  };
  return { invalid, ours, sentenceOf };
}

/**
 * The form of who came by a mailed link: stars and a text (R3.65). A link that is used or unknown says so (R8.37); one that
 * cannot be asked about is tried with the review. What the shop could not take stays in the form (R8.34); without a connection
 * it waits on the device (R0.44).
 */
export function ReviewByLink({
  token,
  productCode,
  productName,
}: {
  token: string;
  productCode: string;
  productName: string;
}) {
  const { t } = useLingui();
  const shop = useShop();
  const way = useMessage(reviewScope(productCode));
  const { waiting, refused } = way;
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // What is on its way uses the link up: there is nothing to ask about it any more.
  const { data: link, error } = useQuery({
    ...reviewQueries.link(shop, token),
    enabled: waiting === undefined && !isDone,
  });
  const { register, handleSubmit, formState, setError, reset } = useForm<ReviewForm>({
    mode: 'onTouched',
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const sentence = useFieldSentence();
  const ratingError = useAfterPress(sentence(errors.rating?.message));
  const { invalid, ours, sentenceOf } = useRefusalWords();
  // What was refused after the form was left comes back into it.
  const refusedText = refused === undefined ? undefined : JSON.stringify(refused.body);
  useEffect(() => {
    if (refusedText === undefined) return;
    const { rating, comment } = JSON.parse(refusedText) as { rating: number; comment: string };
    reset({ rating: String(rating), comment });
  }, [refusedText, reset]);
  if (isDone || way.isSent)
    return (
      <Notice kind="ok" alert>
        <p>
          <Trans>Thank you. Your review will be shown once we have read it.</Trans>
        </p>
      </Notice>
    );
  const isAway = error !== null && !(error instanceof ApiError && error.kind === 'refused');
  const isKept = waiting !== undefined || refused !== undefined || isSubmitting || failure !== null;
  if (!isKept && error !== null && link === undefined && !isAway)
    return <FormError message={error instanceof ApiError ? sentenceOf(error) : ours} />;
  if (!isKept && link === undefined && !isAway) return null;
  if (link !== undefined && link.product.code !== productCode) return <FormError message={invalid} />;
  const send = async ({ rating, comment }: ReviewForm) => {
    setFailure(null);
    const fate = await way.send(
      reviewMessage(
        { product: productCode, rating: Number(rating), comment: comment.trim(), reviewToken: token },
        productName,
        shop,
      ),
    );
    if (fate === null) setFailure(t`No connection. Your review is not sent yet; what you typed stays here.`);
    else if (fate.kind === 'done') setDone(true);
    else if (fate.kind === 'waiting') {
      if (fate.trouble !== undefined) setFailure(sentenceOf(fate.trouble));
    } else {
      const { answer } = fate;
      const other = sentenceOf(answer);
      const told = answer.status >= 500 ? null : { ...answer, detail: answer.detail && other };
      setFailure(showFormErrors(told, ['rating', 'comment'], setError, { away: other, other }));
    }
  };
  // A form whose try has failed keeps what was typed, though it waits too.
  if (waiting !== undefined && failure === null && !isSubmitting)
    return <WaitingNote entry={waiting} way={way} />;
  return (
    <Form className={styles['form']} onSubmit={handleSubmit(send)}>
      {waiting !== undefined && !isSubmitting && <WaitingNote entry={waiting} way={way} />}
      {refused !== undefined && failure === null && !isSubmitting && (
        <RefusedNote entry={refused} way={way} fallback={ours} />
      )}
      <RatingChoice field={register('rating', { required: 'required' })} error={ratingError} />
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
    </Form>
  );
}
