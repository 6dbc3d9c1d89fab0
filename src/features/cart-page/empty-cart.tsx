import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { undoShape } from '#ui/icons/icon-shapes-later.ts';
import { clearedCart } from '#features/cart/cleared-cart.ts';
import { useBringBack } from './use-clear-cart.ts';

/** Nothing in the cart yet, or any more: the way to something, and the way back. */
export function EmptyCart({ onLeave }: { onLeave?: () => void }) {
  const { t } = useLingui();
  const paths = usePaths();
  const cleared = useSyncExternalStore(clearedCart.subscribe, clearedCart.current, () => null);
  const bringBack = useBringBack();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that emptied the cart went with it.
    if (cleared !== null && !cleared.isRecalled && document.activeElement === document.body)
      undo.current?.focus();
  }, [cleared]);
  return (
    <EmptyState
      drawing="cart"
      title={t({ id: 'cart.empty.text', message: 'Your cart is empty.' })}
      action={
        <>
          {cleared !== null && cleared.items.length > 0 && (
            <button
              ref={undo}
              type="button"
              className={buttonClass('secondary')}
              aria-busy={bringBack.isPending || undefined}
              onClick={() => bringBack.mutate(cleared)}
            >
              <Icon shape={undoShape} size={20} />
              <Plural
                value={cleared.items.length}
                one="Bring back what was in it (# line)"
                other="Bring back what was in it (# lines)"
              />
            </button>
          )}
          <Link className={buttonClass()} to={paths.home()} onClick={onLeave}>
            <Trans>Choose goods</Trans>
          </Link>
        </>
      }
    />
  );
}
