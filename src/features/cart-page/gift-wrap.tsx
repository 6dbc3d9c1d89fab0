import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartChoices } from '#domain/waiting/cart-choices.ts';
import { formatMoney } from '#i18n/format.ts';
import { ChoiceCard } from '#ui/choice-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { giftShape } from '#ui/icon-shapes-later.ts';
import { CartMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { useGiftWrap } from './use-gift-wrap.ts';

/** The wrap with its price before it is chosen (R1.13, R9.07); not offered where the goods cannot be wrapped. */
export function GiftWrap({ order }: { order: ShownCart }) {
  const { t, i18n } = useLingui();
  const wrap = useGiftWrap();
  // What was pressed last stands until it is saved.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const { available, selected, price } = order.giftWrap;
  const mark = order.waiting?.marks[cartChoices.giftWrap.line];
  if (!available && !selected && mark === undefined) return null;
  return (
    <div>
      <ChoiceCard
        type="checkbox"
        name="gift-wrap"
        checked={pressed ?? selected}
        onChange={({ currentTarget: { checked } }) => {
          setPressed(checked);
          wrap.mutate(checked, { onSettled: () => setPressed(null) });
        }}
        icon={<Icon shape={giftShape} />}
        title={<Trans>Wrap as a gift</Trans>}
        aside={formatMoney(price, i18n.locale)}
      />
      <CartMarkNote
        mark={mark}
        fallback={t`The gift wrap could not be changed.`}
        onLeave={() => {
          wrap.mutate(selected);
        }}
      />
    </div>
  );
}
