import { msg } from '@lingui/core/macro';
import type { I18n, MessageDescriptor } from '@lingui/core';
import type { PriceUnit } from '#contract/catalogue-words.ts';

const names: Record<PriceUnit, MessageDescriptor> = {
  kg: msg`kg`,
  g: msg`g`,
  l: msg`l`,
  m: msg`m`,
  m2: msg`m²`,
  piece: msg`pc`,
};

/** Short name of a measure, as it stands after a slash: `0,72 €/kg`. */
export function unitName(unit: PriceUnit, i18n: I18n): string {
  return i18n._(names[unit]);
}
