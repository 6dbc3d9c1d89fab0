import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { cartChoices, wantedOn } from '#domain/waiting/cart-choices.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { checkPromocode, typedValue } from '#domain/fields/field-rules.ts';
import { useFieldSentence, writeFieldError } from '#i18n/field-sentences.ts';
import { wordsOf } from '#lib/plain-words.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { settleRefusal } from '#features/cart/settle-refusal.ts';
import { CartMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { useCoupon } from './use-coupon.ts';
import styles from './promo-code.module.css';

/**
 * The form and the code take each other's place: whoever was in one goes on in the other.
 * @returns handlers of the box
 */
function useFocusInPlace(box: RefObject<HTMLElement | null>, code: string | null, isRefused: boolean) {
  const had = useRef(false);
  useEffect(() => {
    if (!had.current) return;
    box.current
      ?.querySelector<HTMLElement>(isRefused ? 'input' : code === null ? 'summary' : 'button')
      ?.focus();
  }, [box, code, isRefused]);
  return {
    onFocus: () => {
      had.current = true;
    },
    // What is taken away loses the focus to nothing: only a person goes elsewhere.
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget !== null) had.current = false;
    },
  };
}

/**
 * One promo code for the cart (R1.15): folded until it is wanted, then with the way to take it off. The shop judges it;
 * without a connection it waits like every change of the cart. What the shop says against it stands at the field (R8.45).
 */
export function PromoCode({ order }: { order: ShownCart }) {
  const { t } = useLingui();
  const sentence = useFieldSentence();
  const coupon = useCoupon();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const mark = order.waiting?.marks[cartChoices.couponCode.line];
  // What is only parked (another person's, a newer version's) is no fault of the code, and has the words of any change.
  const isRefused = mark?.state === 'refused';
  const code = isRefused ? null : (wantedOn(order).couponCode ?? null);
  /** The shop judges it now: until then nobody can tell whether it is applied. */
  const isChecking = mark?.state === 'sending' && code !== null;
  const refusal = isRefused ? wordsOf(mark.answer?.message ?? '') || t`Promo code is not valid` : undefined;

  const refusedCode = isRefused ? mark.code : undefined;
  // Also in a page that was loaded since, and at the other field (cart, checkout).
  useEffect(() => {
    const field = box.current?.querySelector('input');
    if (refusedCode !== undefined && field?.value === '') field.value = refusedCode;
  }, [refusedCode]);

  const follow = useFocusInPlace(box, code, isRefused);

  const note = (
    <CartMarkNote
      mark={mark}
      fallback={mark?.state === 'failing' ? t`Apply promo error` : t`The promo code could not be changed.`}
      onLeave={() => coupon.mutate(order.promotionCoupon?.code ?? null)}
    />
  );
  if (code !== null)
    return (
      <div ref={box} {...follow}>
        <p className={styles['applied']}>
          <span>
            <Trans>Promo code</Trans> <b translate="no">{code}</b>
          </span>
          {isChecking ? (
            // The same button for React: it keeps the focus.
            <button type="button" className={styles['remove']} aria-disabled>
              <Trans>Checking…</Trans>
            </button>
          ) : (
            <button
              type="button"
              className={styles['remove']}
              aria-label={t`Remove: promo code ${code}`}
              onClick={() => coupon.mutate(null)}
            >
              <Trans>Remove</Trans>
            </button>
          )}
        </p>
        {note}
      </div>
    );
  return (
    <div ref={box} {...follow}>
      <details
        className={styles['fold']}
        open={isOpen || isRefused}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <Trans>I have a promo code</Trans>
        </summary>
        <Form
          className={styles['form']}
          onSubmit={({ currentTarget }) => {
            const field = currentTarget.querySelector('input');
            const typed = typedValue('couponCode', field?.value ?? '');
            const found = checkPromocode(typed);
            setProblem(found === null ? undefined : writeFieldError(found));
            if (found === null) coupon.mutate(typed);
            else field?.focus();
          }}
        >
          <TextField
            name="code"
            label={<Trans>Promo code</Trans>}
            error={sentence(problem) ?? refusal}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={() => {
              setProblem(undefined);
              // What was refused is answered by typing another.
              if (isRefused) void settleRefusal(mark, 'leave');
            }}
          />
          <Button
            kind="secondary"
            type="submit"
            busy={coupon.isPending ? <Trans>Checking…</Trans> : undefined}
          >
            <Trans>Apply</Trans>
          </Button>
        </Form>
        {!isRefused && note}
      </details>
    </div>
  );
}
