import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import { Button } from '#ui/button.tsx';
import { Question } from '#ui/question.tsx';
import type { useLeave } from './use-membership.ts';
import styles from './loyalty.module.css';

/** The way out, which asks before it goes: points do not come back (R4.31). */
export function LeaveProgramme({
  card,
  leaving,
}: {
  card: Customer['loyaltyRules'][number];
  leaving: ReturnType<typeof useLeave>;
}) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { pointsTotal } = card.loyaltyCard;
  return (
    <div className={styles['actions']}>
      <Button
        kind="secondary"
        onClick={() => {
          leaving.reset();
          setAsking(true);
        }}
      >
        <Trans>Leave the programme…</Trans>
      </Button>
      {isAsking && (
        <Question
          title={t`Leave the loyalty programme?`}
          stay={<Trans>Stay a member</Trans>}
          go={<Trans>Leave and lose the points</Trans>}
          busy={leaving.isPending ? t`Leaving…` : undefined}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            leaving.change(card, {
              onSettled: () => {
                setAsking(false);
              },
            });
          }}
        >
          <p>
            {pointsTotal === 0 ? (
              <Trans>The card ends at once.</Trans>
            ) : (
              <Plural
                value={pointsTotal}
                one="You lose # point at once and for good, and the card ends."
                other="You lose all # points at once and for good, and the card ends."
              />
            )}
          </p>
          <p>
            <Trans>
              Points that you have put on your cart are taken off it. Who joins again begins with no points.
            </Trans>
          </p>
        </Question>
      )}
    </div>
  );
}
