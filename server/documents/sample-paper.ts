/**
 * Labels and safety data sheets of the demo shop, written from what the shop says of the goods and marked as samples on every
 * page: a shop with real goods puts the maker's own files into its media folder (docs/decisions/0019-papers-of-the-demo-shop.md).
 */
import { textsIn } from '#locales/server-texts.ts';
import type { Product } from '#contract/catalogue.ts';
import { paragraphs } from '#server/text/plain-text.ts';
import { beginPdf, left, right } from './begin-pdf.ts';
import type { PaperKind } from './sample-paper-name.ts';

const width = right - left;
/** Of the text, below the band that every page begins with; in points. */
const top = 72;

/** The finished PDF. */
export function writeSamplePaper(kind: PaperKind, product: Product, locale: string): Promise<Buffer> {
  const words = textsIn(locale).papers.sample;
  const name = words[kind];
  const { doc, finish } = beginPdf({
    title: `${name}: ${product.name}`,
    author: product.maker?.name ?? '',
    locale,
    top,
  });
  const body = () => doc.font('regular').fontSize(10.5).fillColor('#16211b');
  const band = () => {
    doc.rect(0, 0, doc.page.width, 44).fill('#f2b134');
    doc.font('bold').fontSize(11).fillColor('#2a1d00').text(words.sample, left, 15, { width });
    // Only running text goes over a page.
    body().y = top;
  };
  doc.on('pageAdded', band);
  band();

  /** @param section number of the section in a safety data sheet (Regulation (EC) 1907/2006, Annex II); a label has none */
  const heading = (section: number, text: string) => {
    if (doc.y > 720) doc.addPage();
    doc
      .moveDown(0.8)
      .font('bold')
      .fontSize(12.5)
      .text(kind === 'label' ? text : `${section}. ${text}`, left)
      .moveDown(0.2);
    body();
  };
  const line = (text: string) => doc.text(text, left, doc.y, { width });
  const { safety, maker } = product;

  doc.font('bold').fontSize(20).text(product.name, left, doc.y, { width });
  body().moveDown(0.3);
  line(`${name}. ${words.code}: ${product.variants.map(({ code, name }) => `${code} (${name})`).join(', ')}`);
  if (product.shortDescription !== undefined) line(product.shortDescription);

  heading(1, words.maker);
  if (maker) for (const text of [maker.name, maker.address, maker.email]) line(text);
  if (safety?.registrationNumber) line(`${words.registration}: ${safety.registrationNumber}`);

  heading(2, words.hazards);
  if (safety?.signalWord) {
    doc.font('bold').fontSize(15).text(safety.signalWord.toLocaleUpperCase(locale), left).moveDown(0.2);
    body();
  }
  for (const { code, text } of safety?.pictograms ?? []) {
    if (doc.y > 740) doc.addPage();
    const middle = doc.y + 20;
    doc
      .moveTo(left + 20, middle - 19)
      .lineTo(left + 39, middle)
      .lineTo(left + 20, middle + 19)
      .lineTo(left + 1, middle)
      .closePath()
      .lineWidth(2.4)
      .strokeColor('#c8102e')
      .stroke();
    doc
      .font('bold')
      .fontSize(6.5)
      .text(code, left, middle - 4, { width: 40, align: 'center' });
    body().text(text, left + 52, middle - 6, { width: width - 52 });
    doc.y = middle + 24;
  }
  for (const { code, text } of safety?.statements ?? []) line(`${code}  ${text}`);

  heading(3, words.facts);
  for (const { name, value } of product.attributeValues)
    if (name !== '' && value !== '') line(`${name}: ${value}`);

  if (product.description !== undefined) {
    heading(7, words.use);
    for (const text of paragraphs(product.description)) line(text);
  }
  doc.moveDown(0.8).font('bold').text(words.follow, left, doc.y, { width });
  return finish();
}
