import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ContentUnit } from '#contract/catalogue.ts';

const names: Record<ContentUnit, MessageDescriptor> = {
  kg: msg`kg`,
  l: msg`l`,
  m: msg`m`,
  m2: msg`m²`,
  piece: msg`pc`,
};

/** Short name of a measure, as it stands after a slash: `0,72 €/kg`. */
export function unitName(unit: ContentUnit, t: (descriptor: MessageDescriptor) => string): string {
  return t(names[unit]);
}
