/** An A4 paper of the shop: tagged, in Golos Text, which carries the letters of all four languages and the euro sign. */
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';

const require = createRequire(import.meta.url);
const font = (weight: string) =>
  require.resolve(`@expo-google-fonts/golos-text/${weight}/GolosText_${weight}.ttf`);

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
