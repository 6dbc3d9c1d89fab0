import type { Hono } from 'hono';
import { mediaAddress } from '#lib/image-address.ts';
import { readSampleName } from '#server/documents/sample-paper-name.ts';
import { WorkQueue } from '#server/process/work-queue.ts';
import type { Catalogue } from './catalogue.ts';

/** Papers that may wait to be written, each for some hundredths of a second; a product has three at most. */
const mayWait = { all: 60, ofOne: 6 };
const sampleFolder = mediaAddress('sample/');

/** `/media/sample/...`: labels and safety data sheets of the demo shop, written when asked for. */
export function mountSamplePapers(
  app: Hono,
  catalogue: Catalogue,
  clientOf: (request: Request) => string,
): void {
  const queue = new WorkQueue(1, mayWait);
  app.get(`${sampleFolder}*`, async (c, next) => {
    const { pathname } = new URL(c.req.url);
    const asked = readSampleName(pathname.slice(mediaAddress('').length));
    const { goods, data } = catalogue.state;
    const member = asked === null ? undefined : goods.memberOfCode(asked.code);
    const id = member === undefined ? undefined : goods.products[member]?.id;
    if (asked === null || id === undefined) return next();
    for (const channel of data.channels) {
      const product = await catalogue.product(channel.code, asked.locale, id);
      // Only what the product itself names: no label is made up for goods that have none.
      if (product?.safety?.[asked.kind] !== pathname) continue;
      const { writeSamplePaper } = await import('#server/documents/sample-paper.ts');
      const pdf = await queue.run(
        () => writeSamplePaper(asked.kind, product, asked.locale),
        true,
        clientOf(c.req.raw),
      );
      return new Response(new Uint8Array(pdf), {
        headers: {
          'Content-Type': 'application/pdf',
          'Cache-Control': 'public, max-age=3600',
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      });
    }
    return next();
  });
}
