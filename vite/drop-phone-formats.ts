/**
 * Numbering plans without the ways in which their numbers are written: half of what they weigh, and the shop only reads
 * and checks numbers. As one string, which is parsed faster than an object literal of this size.
 * @param plans the text of a metadata module of libphonenumber-js
 */
export function withoutFormats(plans: string): string {
  const { countries, nonGeographic, ...rest } = JSON.parse(
    plans.slice(plans.indexOf('{'), plans.lastIndexOf('}') + 1),
  ) as Record<'countries' | 'nonGeographic', Record<string, unknown[]>>;
  for (const plan of [...Object.values(countries), ...Object.values(nonGeographic)]) plan[formats] = 0;
  return JSON.stringify({ ...rest, countries, nonGeographic });
}
/** Place of the formats in a country's plan. */
const formats = 4;

export const dropPhoneFormats = {
  name: 'drop-phone-formats',
  transform: {
    filter: { id: /node_modules\/libphonenumber-js\/metadata\.min\.json\.js$/ },
    handler: (code: string) => ({
      code: `export default JSON.parse(${JSON.stringify(withoutFormats(code))});`,
      map: null,
    }),
  },
};
