/** `+37061234567` as it is read out: `+370 612 34567`, with no-break blanks (CHK-04). Numbers of other countries as they are. */
export const shownPhone = (number: string): string =>
  number.replace(/^(\+37[0-2])(\d{3})(\d{4,5})$/, '$1\u00a0$2\u00a0$3');
