import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Facet } from '#contract/catalogue.ts';
import { formatMoney, formsOf, splitMoney } from '#i18n/format.ts';
import { buttonClass } from '#ui/button.tsx';
import type { AddressOf } from './facet-values.tsx';
import { readEuros, type ListState } from './listing-queries.ts';
import styles from './filter-bar.module.css';

/** Cents as one types them: `12` or `12,50`. */
function typedEuros(cents: string | number | undefined, locale: string): string {
  if (cents === undefined) return '';
  const { main, decimal } = splitMoney(Number(cents), locale);
  const whole = main.replaceAll(/[^\d]/g, '');
  return decimal === '00' ? whole : `${whole}${formsOf(locale).point}${decimal}`;
}

/** What can be typed as an amount of euros: `12`, `12,5`, `12.50`. */
const amount = {
  inputMode: 'decimal',
  autoComplete: 'off',
  maxLength: 10,
  pattern: '\\s*\\d{1,7}([.,]\\d{0,2})?\\s*',
} as const;

/** Least and most that goods may cost, with tax. A form of the browser: without a script it writes the same list's address. */
export function PriceFilter({
  facet,
  state,
  addressOf,
}: {
  facet: Facet;
  state: ListState;
  addressOf: AddressOf;
}) {
  const id = useId();
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const kept = [...new URLSearchParams(addressOf({ price: undefined }).split('?')[1] ?? '')];
  const apply = (form: FormData) => {
    const [gte, lte] = ['priceFrom', 'priceTo'].map((name) => {
      const typed = form.get(name);
      return typeof typed === 'string' ? readEuros(typed) : undefined;
    });
    const price = {
      ...(gte === undefined ? {} : { gte: String(gte) }),
      ...(lte === undefined ? {} : { lte: String(lte) }),
    };
    void navigate(addressOf({ price: gte === undefined && lte === undefined ? undefined : price }), {
      preventScrollReset: true,
    });
  };
  return (
    <form
      className={styles['price']}
      action={pathname}
      method="get"
      // Fields are the browser's: another address brings other values.
      key={`${state.price?.gte ?? ''} ${state.price?.lte ?? ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply(new FormData(event.currentTarget));
      }}
    >
      {kept.map(([name, value], index) => (
        <input key={`${name}${String(index)}`} type="hidden" name={name} value={value} />
      ))}
      <div className={styles['bounds']}>
        <label htmlFor={`${id}from`}>
          <Trans>From, €</Trans>
        </label>
        <label htmlFor={`${id}to`}>
          <Trans>To, €</Trans>
        </label>
        <input
          id={`${id}from`}
          name="priceFrom"
          {...amount}
          defaultValue={typedEuros(state.price?.gte, locale)}
          placeholder={typedEuros(facet.min, locale)}
        />
        <input
          id={`${id}to`}
          name="priceTo"
          {...amount}
          defaultValue={typedEuros(state.price?.lte, locale)}
          placeholder={typedEuros(facet.max, locale)}
        />
      </div>
      <p className={styles['hint']}>
        {formatMoney(facet.min ?? 0, locale)} – {formatMoney(facet.max ?? 0, locale)}
        {pricesWithoutTax && (
          <>
            , <Trans>with VAT</Trans>
          </>
        )}
      </p>
      <button type="submit" className={buttonClass('secondary', true)}>
        <Trans>Show</Trans>
      </button>
    </form>
  );
}
