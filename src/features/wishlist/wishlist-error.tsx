import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#api/api-error.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';

/** Why the list could not be changed: the shop's own sentence if it gave one, else ours (R8.46, R8.47). */
export function WishlistError({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Wishlist`} onClose={onClose}>
      <Notice kind="danger" alert>
        <p>
          {error instanceof ApiError
            ? (error.detail ?? t`The wishlist could not be changed.`)
            : error.message}
        </p>
      </Notice>
    </Dialog>
  );
}
