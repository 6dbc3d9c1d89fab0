import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { sentenceOf } from '#api/form-errors.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/**
 * The page of the link in a letter about goods that are waited for: one press takes the request back (STK-03). Opening
 * the page does nothing, for mail programs open links too.
 */
export function WithdrawRequest({ hash }: { hash: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => shop.call('withdrawStockRequest', { params: { hash } }),
    retry: false,
    networkMode: 'always',
  });
  // Gone already: by an earlier press, or because the letter about the goods has ended it.
  const isGone = error instanceof ApiError && error.kind === 'refused' && error.status === 404;
  return (
    <>
      <h1>
        <Trans>Waiting for a product</Trans>
      </h1>
      {isSuccess || isGone ? (
        <>
          <Notice kind="ok" alert>
            <p>
              {isSuccess ? (
                <Trans>We will not write about this product any more.</Trans>
              ) : (
                <Trans>There is no such request any more: we will not write about this product.</Trans>
              )}
            </p>
          </Notice>
          <p>
            <Link to={paths.home()} className={buttonClass()}>
              <Trans>Back to homepage</Trans>
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>
            <Trans>You asked us to write when a product is in stock again. No longer needed?</Trans>
          </p>
          {error !== null && (
            <FormError
              message={sentenceOf(error, {
                away: t`No connection. Nothing was changed.`,
                other: t`Your request could not be taken back. Please try again.`,
              })}
            />
          )}
          <p>
            <Button
              busy={isPending ? t`Sending…` : undefined}
              onClick={() => {
                mutate();
              }}
            >
              <Trans>Do not write to me</Trans>
            </Button>
          </p>
        </>
      )}
    </>
  );
}
