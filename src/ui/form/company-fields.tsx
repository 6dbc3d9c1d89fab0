import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldPair, PlaceFields, type DrawField, type PlaceName } from './place-fields.tsx';

export type CompanyName = 'companyName' | 'companyCode' | 'vatNumber' | PlaceName;

interface CompanyFieldsProps {
  draw: DrawField<CompanyName>;
  /** Between the codes and the place: the country whose rules both follow. */
  children?: ReactNode;
}

/** A company with its codes and its registered place. */
export function CompanyFields({ draw, children }: CompanyFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      {draw('companyName', t`Company name`, 'organization')}
      <FieldPair>
        {draw('companyCode', t`Company code`, 'off', { characters: 12 })}
        {draw('vatNumber', t`VAT number`, 'off', { characters: 14, optional: true })}
      </FieldPair>
      {children}
      <PlaceFields section="billing" draw={draw} />
    </>
  );
}
