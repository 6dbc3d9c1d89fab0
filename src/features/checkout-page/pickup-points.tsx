import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShop } from '#api/shop.ts';
import type { PickupPoint } from '#contract/orders/delivery.ts';
import { ChoiceCard } from '#ui/form/choice-card.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import styles from './checkout-view.module.css';

/** Letters without marks, in lower case: `siauliai` finds `Šiauliai`. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Points whose name, address, town or post code hold every word. */
export function findPoints(points: readonly PickupPoint[], words: string): PickupPoint[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  return points.filter((point) => {
    const text = fold(
      `${point.name} ${point.address} ${point.city} ${point.postCode} ${point.postCode.replace(/^LT-/i, '')}`,
    );
    return wanted.every((word) => text.includes(word));
  });
}

interface PickupPointsProps {
  method: string;
  value: string;
  onChange: (code: string) => void;
  missing: boolean;
  name: string;
}

/** Every place of a method as a list that is searched by town, street or post code (CHK-09). */
export function PickupPoints({ method, value, onChange, missing, name }: PickupPointsProps) {
  const { t } = useLingui();
  const { data: points } = useQuery(checkoutQueries.pickupPoints(useShop(), method));
  const [words, setWords] = useState('');
  const [changing, setChanging] = useState(false);
  if (points === undefined) return <Skeleton height="10rem" />;
  const chosen = points.find((point) => point.code === value);
  if (chosen !== undefined && !changing) {
    return (
      <div className={styles['chosen']}>
        <strong>{chosen.name}</strong>
        <span>
          {chosen.address}, {chosen.city}, {chosen.postCode}
        </span>
        {chosen.openingHours !== undefined && (
          <span>
            <Trans>Open: {chosen.openingHours}</Trans>
          </span>
        )}
        <div>
          <button
            type="button"
            className={styles['link']}
            onClick={() => {
              setChanging(true);
            }}
          >
            <Trans>Choose another place</Trans>
          </button>
        </div>
      </div>
    );
  }
  const found = findPoints(points, words);
  return (
    <div className={styles['group']}>
      <TextField
        label={t`Find a place`}
        hint={t`Town, street or post code`}
        value={words}
        autoComplete="off"
        error={missing ? t`Choose a place.` : undefined}
        onChange={(event) => {
          setWords(event.target.value);
        }}
      />
      <div className={styles['points']} role="radiogroup" aria-label={t`Places`}>
        {found.map((point) => (
          <ChoiceCard
            key={point.code}
            name={name}
            value={point.code}
            checked={point.code === value}
            onChange={() => {
              setChanging(false);
              onChange(point.code);
            }}
            title={point.name}
            details={
              <>
                {point.address}, {point.city}, <span className="no-wrap">{point.postCode}</span>
                {point.openingHours !== undefined && (
                  <>
                    <br />
                    {point.openingHours}
                  </>
                )}
              </>
            }
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className={styles['note']}>
          <Trans>No place fits these words.</Trans>
        </p>
      )}
    </div>
  );
}
