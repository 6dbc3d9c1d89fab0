/**
 * Texts that can be composed (NFC) in linear time. More than 30 marks in a row stand in no language (UAX 15, D3: the Stream-Safe
 * Text Format); sorting a long run of them costs quadratic time.
 */
export const isStreamSafe = (text: string): boolean => !/(?<!\p{M})\p{M}{31}/u.test(text);

/** Composed, without the marks that are too many. */
export const composedText = (text: string): string =>
  text.replaceAll(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC');
