const forms = {
  br: /(?:^|,)\s*br\s*(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)/i,
} as const;

/** Whether a client takes an answer in this form; `q=0` says that it does not (RFC 9110, 12.5.3). */
export const takesEncoding = (accepted: string | null, encoding: keyof typeof forms): boolean =>
  accepted !== null && forms[encoding].test(accepted);
