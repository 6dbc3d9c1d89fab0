import { Trans, useLingui } from '@lingui/react/macro';
import type { Variant } from '#contract/catalogue.ts';
import { useAddToCart } from '#features/cart/use-add-to-cart.ts';
import { useCartLine } from '#features/cart/use-cart.ts';
import { useChangeQuantity } from '#features/cart/use-change-quantity.ts';
import { useDeleteItem } from '#features/cart/use-delete-item.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { cartShape } from '#ui/icon-shapes.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';

/** Puts one piece into the cart; once there, it becomes a stepper of that line (visual-design 5). */
export function AddToCartButton({
  variant,
  productName,
}: {
  variant: Pick<Variant, 'code' | 'name'>;
  productName: string;
}) {
  const { t } = useLingui();
  const line = useCartLine(variant.code);
  const add = useAddToCart();
  const change = useChangeQuantity();
  const remove = useDeleteItem();
  if (line !== undefined) {
    return (
      <QuantityStepper
        compact
        label={productName}
        min={0}
        value={line.quantity}
        disabled={change.isPending || remove.isPending}
        onChange={(quantity) => {
          if (quantity === 0) remove.mutate({ itemId: line.id });
          else change.mutate({ itemId: line.id, quantity });
        }}
      />
    );
  }
  return (
    <Button
      wide
      busy={add.isPending ? <Trans>Adding…</Trans> : undefined}
      aria-label={add.isPending ? undefined : t`Add to cart: ${productName}`}
      onClick={() => {
        add.mutate({ variantCode: variant.code, quantity: 1, productName });
      }}
    >
      <Icon shape={cartShape} size={20} />
      <Trans>Add to cart</Trans>
    </Button>
  );
}
