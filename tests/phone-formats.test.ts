import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode, type MetadataJson } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { withoutFormats } from '../vite/drop-phone-formats.ts';

const module = readFileSync('node_modules/libphonenumber-js/metadata.min.json.js', 'utf8');
const whole = JSON.parse(
  readFileSync('node_modules/libphonenumber-js/metadata.min.json', 'utf8'),
) as MetadataJson;
const bare = JSON.parse(withoutFormats(module)) as MetadataJson;

const read = (number: string, country: CountryCode | undefined, plans: MetadataJson) => {
  const parsed = parsePhoneNumberFromString(
    number,
    { extract: false, ...(country && { defaultCountry: country }) },
    plans,
  );
  return parsed && [parsed.number, parsed.country, parsed.isValid(), parsed.isPossible()];
};

test('plans without formats read every number as those with them do', () => {
  expect(JSON.stringify(bare).length).toBeLessThan(JSON.stringify(whole).length * 0.7);
  const countries = Object.keys(whole.countries) as CountryCode[];
  for (const country of countries) {
    const own = (examples as Partial<Record<CountryCode, string>>)[country] ?? '';
    expect(read(own, country, bare)).toEqual(read(own, country, whole));
  }
  const codes = Object.keys(whole.country_calling_codes);
  fc.assert(
    fc.property(
      fc.constantFrom(...codes.map((code) => `+${code}`), '', '0', '8', '00370'),
      fc.stringMatching(/^[\d ()-]{0,15}$/),
      fc.option(fc.constantFrom(...countries), { nil: undefined }),
      (code, digits, country) => {
        expect(read(code + digits, country, bare)).toEqual(read(code + digits, country, whole));
      },
    ),
    { numRuns: 2_000 },
  );
});
