import { Trans as Sentence } from '@lingui/react';
import type { ComponentProps } from 'react';

/**
 * The component that every `<Trans>` of the macro becomes (lingui.config.ts). The library writes values into a sentence and
 * then reads its markup: what somebody typed would be read as markup too, and `<b>x</b>` say "x". Such a value goes in as
 * a part of the page, which nobody reads.
 */
export function Trans({ values, ...rest }: ComponentProps<typeof Sentence>) {
  const safe = { ...values };
  for (const [name, value] of Object.entries(safe))
    if (typeof value === 'string' && value.includes('<')) safe[name] = [value];
  return <Sentence {...rest} values={safe} />;
}
