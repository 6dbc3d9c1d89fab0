/** Text in the signs that a font has, for papers and drawn packs: a box says nothing, and a sign left out is not missed. */
import anyAscii from 'any-ascii';

interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** Signs of goods, and how they are written without them: `≥` as `>=`. */
const written = new Map(
  [
    '⌀=Ø ∅=Ø ≥=>= ≤=<= ≈=~ ≠=!= √=v ∞=~ ″=" ′=\' →=-> ←=<- ↔=<-> ⇒==> ↑=^ ↓=v −=- ‑=- ⁄=/ ∙=- ·=- ×=x',
    '✓=+ ✔=+ ☑=+ ✗=x ✘=x ✕=x ✖=x ■=- □=- ▪=- ●=- ○=- ◆=- ▶=> ►=> ★=* ☆=*',
    'Ω=Om ℃=°C ℉=°F ㎡=m² ㎥=m³ №=Nr. ℮=e ™=(TM)',
  ].flatMap((line) => line.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(2)] as const)),
);

/** Names of people from further away, by the letters of the national standards, without their accents. */
const letters = new Map<string, string>();
function spell(from: string, to: string): void {
  const latin = to.split(' ');
  for (const [at, letter] of Array.from(from).entries()) {
    const text = latin[at] ?? '';
    letters.set(letter, text);
    const upper = letter.toLocaleUpperCase('en');
    if (upper !== letter && upper.length === letter.length && !letters.has(upper))
      letters.set(upper, text.charAt(0).toUpperCase() + text.slice(1));
  }
}
// Georgia, 2002; Armenia by ISO 9985; Greece by ISO 843.
spell(
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h',
);
spell(
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև',
  'a b g d e z e e t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts w p k o f ev',
);
// What any-ascii leaves out: alif, and a long vowel.
spell('اーອ', 'a - o');
spell('αβγδεζηθικλμνξοπρσςτυφχψω', 'a b g d e z e th i k l m n x o p r s s t u f ch ps o');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @returns a function that writes a text in the signs of this font: as it is where it can be, else in other signs that say
 *   the same, letters of other scripts in Latin ones; else `?` in the place of each, so that whoever reads knows that
 *   something stands there
 */
export function printableIn(font: Glyphs): (text: string) => string {
  const has = (sign: string): boolean =>
    /[\s\p{Cc}]/u.test(sign) || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  const hasAll = (text: string): boolean => Array.from(text).every(has);
  const kept = new Map<string, string>();
  const signOf = (sign: string): string => {
    if (has(sign)) return sign;
    const plain = sign.normalize('NFKD').replaceAll('\u2044', '/');
    const found = [
      written.get(sign),
      plain,
      plain.replaceAll(/\p{M}/gu, ''),
      letters.get(sign),
      // Any other script in Latin letters, pictures by their names: whoever hands out a parcel can read them.
      anyAscii(sign).trim(),
    ].find((one) => one !== undefined && one !== '' && hasAll(one));
    // What joins and shapes other signs is none itself.
    return found ?? (/[\p{M}\p{Cf}]/u.test(sign) ? '' : '?');
  };
  const write = (grapheme: string): string => {
    const known = kept.get(grapheme);
    if (known !== undefined) return known;
    // What joins the parts of one picture does not stand between what is written for them.
    const isWhole = hasAll(grapheme);
    const signs = Array.from(grapheme).filter((sign) => isWhole || !/\p{Cf}/u.test(sign));
    const text =
      signs
        .map(signOf)
        .join('')
        .replaceAll(/\?{2,}/g, '?') || '?';
    if (kept.size < 10_000) kept.set(grapheme, text);
    return text;
  };
  return (text) => {
    const whole = text.normalize('NFC');
    return hasAll(whole)
      ? whole
      : Array.from(graphemes.segment(whole), ({ segment }) => write(segment)).join('');
  };
}
