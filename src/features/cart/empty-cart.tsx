import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Nothing in the cart yet, and the way to something. */
export function EmptyCart({ onLeave }: { onLeave?: () => void }) {
  const { t } = useLingui();
  const paths = usePaths();
  return (
    <EmptyState
      drawing="cart"
      title={t({ id: 'cart.empty.text', message: 'Your cart is empty.' })}
      action={
        <Link className={buttonClass()} to={paths.home()} onClick={onLeave}>
          <Trans>Choose goods</Trans>
        </Link>
      }
    />
  );
}
