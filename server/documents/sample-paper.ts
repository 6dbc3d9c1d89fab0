/**
 * Labels and safety data sheets of the demo shop, written from what the shop says of the goods and marked as samples on every
 * page: a shop with real goods puts the maker's own files into its media folder (docs/decisions/0019-papers-of-the-demo-shop.md).
 */
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { Product } from '#contract/catalogue.ts';
import type { PaperKind } from './sample-paper-name.ts';
import { samplePaperWords } from './sample-paper-texts.ts';

const require = createRequire(import.meta.url);
const font = (weight: string) => require.resolve(`@expo-google-fonts/golos-text/${weight}/GolosText_${weight}.ttf`);
const left = 48;
const width = 499;

const plain = (html: string) => html.replaceAll(/<\/(p|li|h\d)>/g, '\n').replaceAll(/<[^>]+>/g, '').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').trim();

/** The finished PDF. */
export function writeSamplePaper(kind: PaperKind, product: Product, locale: string): Promise<Buffer> {
  const words = samplePaperWords(locale);
  const title = `${kind === 'label' ? words.label : words.safetySheet}: ${product.name}`;
  const doc = new Pdf({ size: 'A4', margins: { top: 72, bottom: 56, left, right: 48 }, info: { Title: title, Author: product.maker?.name ?? '' }, lang: locale, pdfVersion: '1.7', tagged: true });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', font('400Regular')).registerFont('bold', font('600SemiBold'));
  const band = () => {
    doc.rect(0, 0, 596, 44).fill('#f2b134');
    doc.font('bold').fontSize(11).fillColor('#2a1d00').text(words.sample, left, 15, { width });
    doc.fillColor('#16211b').y = 72;
  };
  doc.on('pageAdded', band);
  band();

  const heading = (text: string) => doc.moveDown(0.8).font('bold').fontSize(12.5).text(text, left).moveDown(0.2).font('regular').fontSize(10.5);
  const line = (text: string) => doc.text(text, left, doc.y, { width });
  const { safety, maker } = product;

  doc.font('bold').fontSize(20).text(product.name, left, doc.y, { width });
  doc.font('regular').fontSize(10.5).moveDown(0.3);
  line(`${kind === 'label' ? words.label : words.safetySheet}. ${words.code}: ${product.variants.map(({ code, name }) => `${code} (${name})`).join(', ')}`);
  if (product.shortDescription !== undefined) line(product.shortDescription);

  heading(kind === 'label' ? words.maker : `1. ${words.maker}`);
  if (maker) for (const text of [maker.name, maker.address, maker.email]) line(text);
  if (safety?.registrationNumber) line(`${words.registration}: ${safety.registrationNumber}`);

  heading(kind === 'label' ? words.hazards : `2. ${words.hazards}`);
  if (safety?.signalWord) doc.font('bold').fontSize(15).text(safety.signalWord.toLocaleUpperCase(locale), left).font('regular').fontSize(10.5).moveDown(0.2);
  for (const { code, text } of safety?.pictograms ?? []) {
    const middle = doc.y + 20;
    doc.moveTo(left + 20, middle - 19).lineTo(left + 39, middle).lineTo(left + 20, middle + 19).lineTo(left + 1, middle).closePath().lineWidth(2.4).strokeColor('#c8102e').stroke();
    doc.font('bold').fontSize(6.5).text(code, left, middle - 4, { width: 40, align: 'center' });
    doc.font('regular').fontSize(10.5).text(text, left + 52, middle - 6, { width: width - 52 });
    doc.y = middle + 24;
  }
  for (const { code, text } of safety?.statements ?? []) line(`${code}  ${text}`);

  heading(kind === 'label' ? words.facts : `3. ${words.facts}`);
  for (const { name, value } of product.attributeValues) if (name !== '' && value !== '') line(`${name}: ${value}`);

  if (product.description !== undefined) {
    heading(kind === 'label' ? words.use : `7. ${words.use}`);
    line(plain(product.description));
  }
  doc.moveDown(0.8).font('bold').text(words.follow, left, doc.y, { width });
  doc.end();
  return done;
}
