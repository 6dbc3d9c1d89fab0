import { useLingui } from '@lingui/react/macro';
import { sentenceOf } from '#api/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormError } from '#ui/form/form-error.tsx';

interface WishlistErrorProps {
  error: unknown;
  /** What the press was to do. */
  isRemoval: boolean;
  onClose: () => void;
}

/** Why the list could not be changed: that nobody could be asked, the shop's own sentence if it gave one, else ours (R8.46, R8.47). */
export function WishlistError({ error, isRemoval, onClose }: WishlistErrorProps) {
  const { t } = useLingui();
  const message = sentenceOf(error, {
    away: t`No connection. Nothing was changed.`,
    other: isRemoval
      ? t`The product could not be removed from the wishlist.`
      : t`The product could not be added to the wishlist.`,
  });
  return (
    <Dialog title={t`Wishlist`} onClose={onClose}>
      <FormError message={message} />
    </Dialog>
  );
}
