import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { isJudged } from '#api/form-errors.ts';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { Link } from '#ui/link.tsx';
import { LetterOutcome } from './letter-outcome.tsx';
import { LinkFailure } from './link-failure.tsx';

/**
 * The page of the link that stops the letters (MSG-02): one press does. Opening it does nothing, for programs that look through
 * mails open links too, some with scripts. Where no script has come, the browser sends the form of RFC 8058 itself.
 */
export function StopLetters({ token }: { token: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => shop.call('unsubscribeNewsletter', { body: { token } }),
    retry: false,
    networkMode: 'always',
  });
  return (
    <>
      <h1>
        <Trans>Newsletter: unsubscribe</Trans>
      </h1>
      {data !== undefined && <LetterOutcome {...data} />}
      {error !== null && <LinkFailure error={error} />}
      {data !== undefined || isJudged(error) ? (
        <p>
          <Link to={paths.home()} className={buttonClass()}>
            <Trans>Back to homepage</Trans>
          </Link>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              Letters about orders still come. News, offers and reminders of a cart stop with one press.
            </Trans>
          </p>
          <Form onSubmit={() => mutate()}>
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <Button type="submit" busy={isPending ? t`Sending…` : undefined}>
              <Trans>Stop the letters</Trans>
            </Button>
          </Form>
        </>
      )}
    </>
  );
}
