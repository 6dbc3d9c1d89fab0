/** The text with each `{name}` replaced by its value; one without a value stays. */
export const fillText = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
