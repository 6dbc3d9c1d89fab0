import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { sentenceOf } from '#api/form-errors.ts';
import type { Subscription } from '#contract/newsletter.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/**
 * What a link of a letter does (MSG-02), done when the page is open in a browser and not before: neither our server,
 * which only draws the page, nor a reader of mails that looks at links ahead follows it. Doing it twice says that it was done before.
 */
export function LetterLinkView({ kind, token }: { kind: 'confirm' | 'stop'; token: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['newsletter', kind, token],
    queryFn: ({ signal }) =>
      kind === 'confirm'
        ? shop.call('confirmNewsletter', { params: { token }, signal })
        : shop.call('unsubscribeNewsletter', { body: { token }, signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  /** The shop has judged the link: asking again changes nothing. */
  const isJudged = error instanceof ApiError && error.kind === 'refused' && error.status < 500;
  return (
    <>
      <h1>
        {kind === 'confirm' ? <Trans>Newsletter subscription</Trans> : <Trans>Newsletter: unsubscribe</Trans>}
      </h1>
      {data === undefined && error === null && <Skeleton height="5rem" />}
      {data !== undefined && (
        <Notice kind="ok" alert>
          <p>
            <Outcome {...data} />
          </p>
        </Notice>
      )}
      {error !== null && (
        <FormError
          message={sentenceOf(error, {
            away: t`No connection. Nothing was changed.`,
            other: t`The link could not be followed. Please try again.`,
          })}
        />
      )}
      <p>
        {error !== null && !isJudged ? (
          <Button
            disabled={isFetching}
            onClick={() => {
              void refetch();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <Link to={paths.home()} className={buttonClass()}>
            <Trans>Back to homepage</Trans>
          </Link>
        )}
      </p>
    </>
  );
}

function Outcome({ email, status, used }: Subscription) {
  if (status === 'subscribed')
    return used ? (
      <Trans>This link has been used: you are subscribed as {email}.</Trans>
    ) : (
      <Trans>Thank you: you are subscribed as {email}.</Trans>
    );
  return used ? (
    <Trans>You were already unsubscribed: no letters are sent to {email}.</Trans>
  ) : (
    <Trans>No more letters will be sent to {email}.</Trans>
  );
}
