import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ShortRule } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { SendIf } from '#domain/waiting/offline-order.ts';
import { formatMoney } from '#i18n/format.ts';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import styles from './checkout-view.module.css';

/** Euros as typed, comma or dot; null when that is no sum. In cents. */
function readSum(text: string): number | null {
  const found = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text);
  return found === null ? null : Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** When the order may be sent without asking again: at what price, and what to do with a line that is short (CHK-19). */
export function SendIfRules({
  order,
  total,
  value,
  onChange,
}: {
  order: Order;
  total: number;
  value: SendIf;
  onChange: (rules: SendIf) => void;
}) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState(
    value.maximumTotal === null ? '' : (value.maximumTotal / 100).toFixed(2).replace('.', ','),
  );
  const isUpTo = value.maximumTotal !== null;
  const sum = readSum(typed);
  const error =
    isUpTo && (sum === null || sum < total)
      ? t`Name a sum of at least ${formatMoney(total, i18n.locale)}.`
      : undefined;
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['groupTitle']}>
        <Trans>If the price has changed meanwhile</Trans>
      </legend>
      <ChoiceCard
        name="sendIf"
        checked={!isUpTo}
        onChange={() => onChange({ ...value, maximumTotal: null })}
        title={<Trans>Send only if it is not dearer than {formatMoney(total, i18n.locale)}</Trans>}
        details={<Trans>Otherwise nothing is ordered, and we ask you.</Trans>}
      />
      <ChoiceCard
        name="sendIf"
        checked={isUpTo}
        onChange={() => {
          // The field begins with what is certainly enough; the shopper moves it up.
          if (sum === null) setTyped((total / 100).toFixed(2).replace('.', ','));
          onChange({ ...value, maximumTotal: sum ?? total });
        }}
        title={<Trans>Send up to a sum that I name</Trans>}
        details={<Trans>It is ordered without asking again as long as the total is not above it.</Trans>}
      />
      {isUpTo && (
        <TextField
          label={t`At most, €`}
          inputMode="decimal"
          characters={9}
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange({ ...value, maximumTotal: readSum(event.target.value) ?? 0 });
          }}
        />
      )}
      <details className={styles['rules']}>
        <summary>
          <Trans>If something is short when the order arrives</Trans>
        </summary>
        <div className={styles['group']}>
          {order.items.map((item) => (
            <SelectField
              key={item.id}
              label={[item.productName, item.variantName].filter(Boolean).join(', ')}
              value={value.whenShort[item.variant.code] ?? 'wait'}
              onChange={(event) =>
                onChange({
                  ...value,
                  whenShort: { ...value.whenShort, [item.variant.code]: event.target.value as ShortRule },
                })
              }
            >
              <option value="wait">{t`Order nothing and ask me`}</option>
              <option value="reduce">{t`Take as many as there are`}</option>
              <option value="drop">{t`Leave this line out`}</option>
            </SelectField>
          ))}
        </div>
      </details>
    </fieldset>
  );
}
