import path from 'node:path';
import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';
import { printableIn } from '#server/text/printable-text.ts';

/** Weights of Golos Text that packs are printed in. */
export type Weight = 500 | 700 | 900;
const files: Record<Weight, string> = {
  500: '500Medium/GolosText_500Medium.ttf',
  700: '700Bold/GolosText_700Bold.ttf',
  900: '900Black/GolosText_900Black.ttf',
};
/** With what writes a text in the signs that the font has. */
const fonts = new Map<Weight, { font: Font; printable: (text: string) => string }>();

function fontOf(weight: Weight): { font: Font; printable: (text: string) => string } {
  let found = fonts.get(weight);
  if (!found) {
    const folder = path.dirname(
      createRequire(import.meta.url).resolve('@expo-google-fonts/golos-text/package.json'),
    );
    const font = openSync(path.join(folder, files[weight]));
    found = { font, printable: printableIn(font) };
    fonts.set(weight, found);
  }
  return found;
}

/** A line of text as outlines, its baseline at 0,0: a picture must not depend on the fonts of the machine. */
function outline(text: string, weight: Weight, size: number): { svg: string; width: number } {
  const { font, printable } = fontOf(weight);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(printable(text));
  let x = 0;
  let svg = '';
  for (const [at, glyph] of glyphs.entries()) {
    const d = glyph.path.toSVG();
    if (d) svg += `<path transform="translate(${x.toFixed(0)})" d="${d}"/>`;
    x += positions[at]?.xAdvance ?? glyph.advanceWidth;
  }
  return {
    svg: `<g transform="scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${svg}</g>`,
    width: x * scale,
  };
}

type Line = {
  x: number;
  y: number;
  text: string;
  weight: Weight;
  size: number;
  /** Longer text is printed smaller. */
  most: number;
  fill: string;
  align?: 'middle' | 'start';
};

/** A printed line that never runs over its place. */
export function printLine({ x, y, text, weight, size, most, fill, align = 'middle' }: Line): string {
  if (text === '') return '';
  let line = outline(text, weight, size);
  if (line.width > most) line = outline(text, weight, (size * most) / line.width);
  const from = align === 'middle' ? x - line.width / 2 : x;
  return `<g transform="translate(${from.toFixed(1)} ${y})" fill="${fill}">${line.svg}</g>`;
}

/** Text broken into lines of at most `most` wide. */
export function breakLines(
  text: string,
  weight: Weight,
  size: number,
  most: number,
  lines: number,
): string[] {
  const broken: string[] = [];
  let current = '';
  for (const word of text.split(/\s+/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && outline(longer, weight, size).width > most) {
      broken.push(current);
      current = word;
    } else current = longer;
  }
  if (current !== '') broken.push(current);
  // What does not fit in the lines is printed smaller on the last one.
  return broken.length > lines ? [...broken.slice(0, lines - 1), broken.slice(lines - 1).join(' ')] : broken;
}
