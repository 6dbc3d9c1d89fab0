import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useShop } from '#api/shop.ts';
import { isAway, sentenceOf } from '#api/form-errors.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { okShape } from '#ui/icons/icon-shapes.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { useAuthPaths } from './auth-paths.ts';
import { keepFollowedLink } from './session-operations.ts';
import { VerificationLetterForm } from './verification-letter-form.tsx';
import styles from './auth.module.css';

/**
 * What the link of the confirming letter does (ACC-07), done once and when the page is open in a browser: neither our
 * server, which only draws the page, nor a reader of mails that looks at links ahead follows it.
 */
export function VerifyAccountView() {
  const { t } = useLingui();
  const shop = useShop();
  const paths = useAuthPaths();
  const isSignedIn = useSignedIn();
  const isMounted = useHydrated();
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token') ?? '';
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['session', 'verify', token],
    queryFn: async () => {
      // One key for this page: whoever asks again because an answer was lost is told what came of it the first time.
      const answer = await shop.call('verifyAccount', {
        params: { token },
        body: { token },
        idempotencyKey,
      });
      keepFollowedLink(token);
      return { isUsed: answer?.used === true };
    },
    enabled: isMounted && token !== '',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) {
    return (
      <div className={styles['done']} role="status">
        <Icon shape={okShape} size={40} />
        <h2>
          {data.isUsed ? <Trans>This link has been used</Trans> : <Trans>Your email is confirmed</Trans>}
        </h2>
        <p>
          {data.isUsed ? (
            <Trans>Your email was confirmed with it before. Your account is ready.</Trans>
          ) : (
            <Trans>Your account is ready.</Trans>
          )}
        </p>
        {!isSignedIn && (
          <p>
            <Trans>
              Did you order with this email before? Sign in here, and those orders come into your account too.
            </Trans>
          </p>
        )}
        <Link className={buttonClass()} to={isSignedIn ? paths.account() : paths.signIn()}>
          {isSignedIn ? <Trans>My account</Trans> : <Trans>Sign in</Trans>}
        </Link>
      </div>
    );
  }
  const isWithout = isMounted && token === '';
  if (error === null && !isWithout) return <Skeleton height="8rem" />;
  const ours = t({ id: 'verification.error', message: 'Account verification error' });
  return (
    <>
      <Notice kind="danger" alert>
        <p>
          <strong>{ours}</strong>
        </p>
        <RichText
          html={
            isWithout
              ? t`The address of the link is not whole. Open it from the letter once more.`
              : sentenceOf(error, {
                  away: t`No connection. The link still works: try again when there is one.`,
                  other: t`Please try again later.`,
                })
          }
        />
      </Notice>
      {isAway(error) ? (
        <div className={styles['ways']}>
          <Button
            busy={isFetching ? t`Sending…` : undefined}
            onClick={() => {
              void refetch();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <VerificationLetterForm />
      )}
    </>
  );
}
