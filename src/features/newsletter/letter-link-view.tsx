import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { isJudged } from '#api/form-errors.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LetterOutcome } from './letter-outcome.tsx';
import { LinkFailure } from './link-failure.tsx';

/**
 * Confirms the address of a letter's link (MSG-02), when the page is open in a browser and not before: our server only draws the
 * page. Doing it twice says that it was done before.
 */
export function LetterLinkView({ token }: { token: string }) {
  const shop = useShop();
  const paths = usePaths();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['newsletter', 'confirm', token],
    queryFn: ({ signal }) => shop.call('confirmNewsletter', { params: { token }, signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      <h1>
        <Trans>Newsletter subscription</Trans>
      </h1>
      {data === undefined && error === null && <Skeleton height="5rem" />}
      {data !== undefined && <LetterOutcome {...data} />}
      {error !== null && <LinkFailure error={error} />}
      <p>
        {error !== null && !isJudged(error) ? (
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
