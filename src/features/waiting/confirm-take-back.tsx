import { Trans, useLingui } from '@lingui/react/macro';
import { Question } from '#ui/question.tsx';

/** What was pressed at an order that waits, or is on its way. */
export type TakingBack = 'change' | 'withdraw' | 'stop';

interface ConfirmTakeBackProps {
  what: TakingBack;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what becomes of an order that waits before it is taken off the list: nobody shall believe that it is still sent. */
export function ConfirmTakeBack({ what, onClose, onConfirm }: ConfirmTakeBackProps) {
  const { t } = useLingui();
  if (what === 'stop')
    return (
      <Question
        title={t`Stop the order?`}
        stay={<Trans>Let it be sent</Trans>}
        go={<Trans>Stop the order</Trans>}
        onClose={onClose}
        onConfirm={onConfirm}
      >
        <p>
          <Trans>
            It is not sent any more. Where the shop has it already, it stays ordered, and we say so. Else
            nothing is ordered, and you can change it or give it up as soon as the shop has answered.
          </Trans>
        </p>
      </Question>
    );
  return what === 'change' ? (
    <Question
      title={t`Change the order?`}
      stay={<Trans>Leave it as it is</Trans>}
      go={<Trans>Take it back and change it</Trans>}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>
        <Trans>
          Its goods go back into the cart, with what you filled in. This order is not sent any more: nothing
          is ordered until you confirm it anew.
        </Trans>
      </p>
    </Question>
  ) : (
    <Question
      title={t`Withdraw the order?`}
      stay={<Trans>Keep the order</Trans>}
      go={<Trans>Withdraw the order</Trans>}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>
        <Trans>
          It is not sent any more, and its goods do not go back into the cart. If you want something else in
          it, change it instead.
        </Trans>
      </p>
    </Question>
  );
}
