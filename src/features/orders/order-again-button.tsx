import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderedAgain, ShortReason } from '#contract/orders/order-history.ts';
import { Button, type ButtonKind } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { retryShape } from '#ui/icons/icon-shapes-later.ts';
import { Notice } from '#ui/notice.tsx';
import { Question } from '#ui/question.tsx';
import { useOrderAgain, type Missing } from './use-order-again.ts';
import styles from './order-again.module.css';

interface OrderAgainButtonProps {
  orderId: number;
  orderToken: string;
  /** Names the order for who hears the button among many. */
  number?: string | undefined;
  kind?: ButtonKind;
}

/**
 * Puts the goods of an earlier order into the cart (R1.17). What cannot be had now is named first, and only a yes leaves it
 * out (R7.20).
 */
export function OrderAgainButton({ orderId, orderToken, number, kind = 'secondary' }: OrderAgainButtonProps) {
  const { t } = useLingui();
  const again = useOrderAgain({ orderId, orderToken });
  const [isAsked, setAsked] = useState(false);
  const { missing } = again;
  const close = () => {
    setAsked(false);
    again.reset();
  };
  return (
    <>
      <Button
        kind={kind}
        aria-label={number === undefined ? undefined : t`Order again: ${number}`}
        busy={again.isPending && !isAsked ? t`Filling the cart…` : undefined}
        onClick={() => {
          again.run({ skipCheck: false });
        }}
      >
        <Icon shape={retryShape} size={20} />
        <Trans>Order again</Trans>
      </Button>
      {missing !== null && (
        <MissingQuestion
          missing={missing}
          isBusy={again.isPending}
          onClose={close}
          onConfirm={() => {
            setAsked(true);
            again.run({ skipCheck: true });
          }}
        />
      )}
    </>
  );
}

interface MissingQuestionProps {
  missing: Missing;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function MissingQuestion({ missing, isBusy, onClose, onConfirm }: MissingQuestionProps) {
  const { t } = useLingui();
  const reasons: Record<ShortReason, string> = {
    not_sold: t`no longer sold`,
    trade_proof_required: t`only for farmers and companies`,
    insufficient_stock: t`sold out`,
    quantity_range: t`more than can be bought at once`,
  };
  const wordsOf = ({ added, requested, reason }: OrderedAgain) =>
    added > 0 ? t`only ${added} of ${requested} can be had` : reasons[reason ?? 'not_sold'];
  return (
    <Question
      title={<Trans>Not everything can be bought now</Trans>}
      stay={<Trans>Leave the cart as it is</Trans>}
      go={missing.isSomeLeft ? <Trans>Put in the rest</Trans> : null}
      busy={isBusy ? t`Filling the cart…` : undefined}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>
        {missing.isSomeLeft ? (
          <Trans>These goods of the order are missing. Shall we put the rest into the cart?</Trans>
        ) : (
          <Trans>None of the goods of this order can be bought now.</Trans>
        )}
      </p>
      <ul className={styles['missing']}>
        {missing.lines.map((line) => (
          <li key={line.variantCode}>
            <b>{missing.names.get(line.variantCode) ?? line.variantCode}</b>
            <span>{wordsOf(line)}</span>
          </li>
        ))}
      </ul>
      {missing.failure !== null && (
        <Notice kind="danger" alert>
          {missing.failure}
        </Notice>
      )}
    </Question>
  );
}
