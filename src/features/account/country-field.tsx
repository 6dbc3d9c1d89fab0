import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import { SelectField } from '#ui/form/field.tsx';

/** One of the countries that the shop delivers to. */
export function CountryField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  const { t } = useLingui();
  const { countries } = useChannel();
  return (
    <SelectField label={t`Country`} characters={16} {...props}>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
