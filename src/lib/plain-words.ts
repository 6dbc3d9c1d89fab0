/** The words of a sentence that may be marked up, where only words can stand. A lone "<" is no mark. */
export const wordsOf = (html: string): string =>
  html.replaceAll(/<(script|style)\b.*?<\/\1>|<[a-z/!][^>]*>/gis, '');
