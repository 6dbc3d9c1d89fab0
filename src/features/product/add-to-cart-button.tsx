import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { Variant } from '#contract/catalogue.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { useAddToCart } from '#features/cart/use-add-to-cart.ts';
import { useCartLine } from '#features/cart/use-cart.ts';
import { useChangeQuantity } from '#features/cart/use-change-quantity.ts';
import { useDeleteItem } from '#features/cart/use-delete-item.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { cartShape } from '#ui/icons/icon-shapes.ts';
import { useLongWork } from '#ui/loading-time.ts';
import { useKeepFocus } from '#ui/focus/keep-focus.ts';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';

interface AddToCartButtonProps {
  variant: Pick<Variant, 'code' | 'name'>;
  productName: string;
  /** The code of its product, where it is a set. */
  setOf?: string | undefined;
}

/**
 * Puts one piece into the cart; once there, it becomes a stepper of that line (visual-design 5). Two dozen of it stand in a
 * list, so each holds only what it shows.
 */
export function AddToCartButton({ variant, productName, setOf }: AddToCartButtonProps) {
  const line = useCartLine(variant.code);
  const place = useRef<HTMLDivElement>(null);
  // One more is where the button was: pressed again by the keyboard it goes on to add.
  useKeepFocus(place, 'end');
  return (
    <div ref={place}>
      {line === undefined ? (
        <AddButton variant={variant} productName={productName} setOf={setOf} />
      ) : (
        <LineStepper line={line} variant={variant} productName={productName} />
      )}
    </div>
  );
}

function LineStepper({ line, variant, productName }: AddToCartButtonProps & { line: OrderItem }) {
  const change = useChangeQuantity();
  const remove = useDeleteItem();
  return (
    <QuantityStepper
      compact
      label={productName}
      min={0}
      value={line.quantity}
      onChange={(quantity) => {
        if (quantity === 0) remove.mutate({ itemId: line.id, line: variant.code });
        else change.mutate({ itemId: line.id, line: variant.code, quantity });
      }}
    />
  );
}

function AddButton({ variant, productName, setOf }: AddToCartButtonProps) {
  const { t } = useLingui();
  const add = useAddToCart();
  const isLong = useLongWork(add.isPending);
  return (
    <Button
      wide
      busy={isLong ? <Trans>Adding…</Trans> : undefined}
      aria-label={isLong ? undefined : t`Add to cart: ${productName}`}
      onClick={() => {
        if (!add.isPending) add.mutate({ variantCode: variant.code, quantity: 1, productName, setOf });
      }}
    >
      <Icon shape={cartShape} size={20} />
      <Trans>Add to cart</Trans>
    </Button>
  );
}
