/** Reads the words back out of a PDF that pdfkit wrote with embedded fonts: for tests of documents. */
import { inflateSync } from 'node:zlib';

const hexText = (hex: string): string =>
  hex
    .split(' ')
    .map((unit) => String.fromCodePoint(Number.parseInt(unit, 16)))
    .join('');

/** One entry per run of text, in drawing order. */
export function readPdfText(pdf: Buffer): string[] {
  const objects = new Map<string, string>();
  for (const match of pdf.toString('latin1').matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g))
    objects.set(match[1] ?? '', match[2] ?? '');
  const streamOf = (object: string): string => {
    // Compressed bytes may end with any byte, a carriage return too.
    const match = /stream\r?\n([\s\S]*?)\nendstream/.exec(object);
    if (!match) return '';
    const bytes = Buffer.from(match[1] ?? '', 'latin1');
    try {
      return object.includes('FlateDecode')
        ? inflateSync(bytes).toString('latin1')
        : bytes.toString('latin1');
    } catch {
      // A stream of another kind (a picture, a font) has no text.
      return '';
    }
  };
  /** Letters by glyph number, per font object. */
  const letters = (font: string): string[] => {
    const map: string[] = [];
    const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1] ?? '';
    for (const range of streamOf(objects.get(toUnicode) ?? '').matchAll(
      /<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/gi,
    )) {
      let glyph = Number.parseInt(range[1] ?? '0', 16);
      for (const one of (range[2] ?? '').matchAll(/<([0-9a-f ]+)>/gi)) map[glyph++] = hexText(one[1] ?? '');
    }
    return map;
  };
  const fonts = new Map<string, string[]>();
  for (const object of objects.values())
    for (const match of (/\/Font <<([\s\S]*?)>>/.exec(object)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(match[1] ?? '', letters(match[2] ?? ''));

  const runs: string[] = [];
  for (const object of objects.values()) {
    const content = streamOf(object);
    if (!content.includes(' Tf')) continue;
    let font: string[] = [];
    for (const line of content.split('\n')) {
      const chosen = /\/(F\d+) [\d.]+ Tf/.exec(line)?.[1];
      if (chosen) font = fonts.get(chosen) ?? [];
      const drawn = /\[(.*)\] TJ/.exec(line)?.[1];
      if (drawn === undefined) continue;
      const glyphs = [...drawn.matchAll(/<([0-9a-f]+)>/gi)].flatMap((part) => part[1]?.match(/.{4}/g) ?? []);
      runs.push(glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '?').join(''));
    }
  }
  return runs;
}
