/**
 * An A4 paper of the shop: tagged, in Noto Sans. The screens' Golos Text lacks letters that people and goods have in their
 * names (Vietnamese, Greek, ″); what Noto Sans lacks is written in its signs.
 */
import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';
import Pdf from 'pdfkit';
import { printableIn } from '#server/text/printable-text.ts';

const require = createRequire(import.meta.url);
/** A weight of the papers' font. */
export const fontFile = (weight: '400Regular' | '600SemiBold'): string =>
  require.resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`);

interface PaperFonts {
  regular: Font;
  bold: Font;
  printable: (text: string) => string;
}
let kept: PaperFonts | undefined;

/**
 * Opened with the first paper and kept: a font reads its tables as it is used, and to read them anew for each paper was the most of
 * what an order cost the server (`npm run bench -- orders`).
 */
function paperFonts(): PaperFonts {
  if (kept === undefined) {
    const [regular, bold] = [openSync(fontFile('400Regular')), openSync(fontFile('600SemiBold'))];
    // Both weights have the same letters; a test looks.
    kept = { regular, bold, printable: printableIn(regular) };
  }
  return kept;
}

/**
 * The tables of a font with a memory of its letters for one paper: a letter that was first met as a part of another one (z of ž) is
 * remembered without its own sign, and the next paper could not be searched for it. Pdfkit takes an opened font too; its types know
 * of files and bytes alone.
 */
const forOnePaper = (font: Font) =>
  Object.assign(Object.create(font) as object, { _glyphs: {} }) as unknown as PDFKit.Mixins.PDFFontSource;

/** A letter of a script that the font does not have. */
const foreignLetter =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u;

/** Of the paper's sides, in points. */
export const left = 48;
export const right = 547;

interface Paper {
  title: string;
  author: string;
  locale: string;
  /** In points. */
  top?: number;
}

/**
 * @returns the document with the fonts `regular` and `bold`, what ends it and gives its bytes, and whether words of another
 *   script were written in Latin letters so far
 */
export function beginPdf({ title, author, locale, top = 48 }: Paper): {
  doc: PDFKit.PDFDocument;
  finish: () => Promise<Buffer>;
  isSpelled: () => boolean;
} {
  const doc = new Pdf({
    size: 'A4',
    margins: { top, bottom: 48, left, right: 48 },
    info: { Title: title, Author: author },
    lang: locale,
    pdfVersion: '1.7',
    tagged: true,
  });
  const { regular, bold, printable } = paperFonts();
  doc.registerFont('regular', forOnePaper(regular)).registerFont('bold', forOnePaper(bold));
  const write = doc.text.bind(doc) as (text: string, ...rest: never[]) => PDFKit.PDFDocument;
  let isSpelled = false;
  doc.text = ((text: string, ...rest: never[]) => {
    isSpelled ||= foreignLetter.test(text);
    return write(printable(text), ...rest);
  }) as typeof doc.text;
  const measure = doc.heightOfString.bind(doc);
  doc.heightOfString = (text, ...rest) => measure(printable(text), ...rest);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  return {
    doc,
    isSpelled: () => isSpelled,
    finish: () => {
      doc.end();
      return done;
    },
  };
}
