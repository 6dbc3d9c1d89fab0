import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './place-fields.module.css';

/** Two fields beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles['pair']}>{children}</div>;
}

export type PlaceName = 'street' | 'houseNumber' | 'flatNumber' | 'city' | 'postCode';

/** Draws one field of the form that the fields stand in. */
export type DrawField<Name extends string> = (
  name: Name,
  label: string,
  autoComplete: string,
  more?: { characters?: number; optional?: boolean; hint?: string; type?: string; max?: string },
) => ReactNode;

interface PlaceFieldsProps {
  /** Whose place it is, for what the browser fills in itself. */
  section: 'shipping' | 'billing';
  draw: DrawField<PlaceName>;
}

/** Street, house, flat, town and post code. */
export function PlaceFields({ section, draw }: PlaceFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <FieldPair>
        {draw('street', t`Street`, `${section} address-line1`, {
          // Carriers want the line (contract 2.6), and many a village has no names of streets.
          hint: t`Where streets have no names: the village or the farm`,
        })}
        <div className={styles['numbers']}>
          {draw('houseNumber', t`House no.`, 'off', { characters: 6 })}
          {draw('flatNumber', t`Flat no.`, 'off', { characters: 6, optional: true })}
        </div>
      </FieldPair>
      <FieldPair>
        {draw('city', t`Town or village`, `${section} address-level2`)}
        {draw('postCode', t`Post code`, `${section} postal-code`, { characters: 8 })}
      </FieldPair>
    </>
  );
}
