/** The one place that names the shop. */
export const brand = {
  name: 'Arimas',
  /** The sign is text: the first part in the main colour, the second in ink. */
  logo: ['Arim', 'as'],
} as const;
