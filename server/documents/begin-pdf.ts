/** An A4 paper of the shop: tagged, in Golos Text, which carries the letters of all four languages and the euro sign. */
import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import Pdf from 'pdfkit';

const require = createRequire(import.meta.url);
const font = (weight: string) =>
  require.resolve(`@expo-google-fonts/golos-text/${weight}/GolosText_${weight}.ttf`);

/** Of the paper's sides, in points. */
export const left = 48;
export const right = 547;

const letters = openSync(font('400Regular'));
export const isDrawn = (sign: string): boolean => letters.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
/** Signs of the trade that the font lacks, by those that people type for them. */
const typed: Readonly<Record<string, string>> = {
  '″': '"',
  '′': "'",
  '×': 'x',
  '−': '-',
  '\u202F': '\u00A0',
};

/**
 * The text with every letter that the font can draw: one that it lacks is put together of its base and those of its marks
 * that there are. So a Vietnamese name stays readable, without the marks that the font does not know; an alphabet that it
 * lacks as a whole stays as it is.
 */
export const drawable = (text: string): string =>
  Array.from(text.normalize('NFC'), (sign) => {
    if (isDrawn(sign) || /\s/.test(sign)) return sign;
    // Not composed again: the font has the parts, and sets marks where they belong.
    const parts = Array.from(typed[sign] ?? sign.normalize('NFKD'), (part) => typed[part] ?? part);
    return parts.filter(isDrawn).join('') || sign;
  }).join('');

interface Paper {
  title: string;
  author: string;
  locale: string;
  /** In points. */
  top?: number;
}

/** @returns the document with the fonts `regular` and `bold`, and what ends it and gives its bytes */
export function beginPdf({ title, author, locale, top = 48 }: Paper): {
  doc: PDFKit.PDFDocument;
  finish: () => Promise<Buffer>;
} {
  const doc = new Pdf({
    size: 'A4',
    margins: { top, bottom: 48, left, right: 48 },
    info: { Title: title, Author: author },
    lang: locale,
    pdfVersion: '1.7',
    tagged: true,
  });
  doc.registerFont('regular', font('400Regular')).registerFont('bold', font('600SemiBold'));
  const write = doc.text.bind(doc) as (text: string, ...rest: never[]) => PDFKit.PDFDocument;
  doc.text = ((text: string, ...rest: never[]) => write(drawable(text), ...rest)) as typeof doc.text;
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  return {
    doc,
    finish: () => {
      doc.end();
      return done;
    },
  };
}
