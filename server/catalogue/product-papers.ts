/**
 * Labels and safety data sheets of products: files that the shop has put into its media folder, named by the product. Those of
 * the demo shop are written when they are asked for (sample-paper-routes.ts).
 */
import type { FieldPack, Product } from '#contract/catalogue.ts';
import { readSampleName } from '#server/documents/sample-paper-name.ts';
import { mediaAddress, resizedAddress } from '#lib/image-address.ts';
import { imageSizes } from '#lib/image-sizes.ts';

/** Where the files lie; null: there is none of that name. */
export interface Papers {
  mediaFile(path: string): Promise<string | null>;
}
export const noPapers: Papers = { mediaFile: () => Promise.resolve(null) };

const kinds = ['label', 'safetySheet'] as const;

/**
 * The product with the addresses of those papers that are there. A file that is put there later is seen with the next change of
 * the catalogue.
 * @param names paths below the media folder, in the language of the answer
 */
export async function withPapers(
  product: Product,
  names: Partial<Record<(typeof kinds)[number], string>> | undefined,
  papers: Papers,
): Promise<Product> {
  const { safety } = product;
  if (!safety || !names) return product;
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const name = names[kind];
      const isThere =
        name !== undefined && (readSampleName(name) !== null || (await papers.mediaFile(name)) !== null);
      return isThere ? { [kind]: mediaAddress(name) } : {};
    }),
  );
  return { ...product, safety: Object.assign({}, safety, ...found) as typeof safety };
}

/** What a device keeps of it for the field (CAT-15). */
export function fieldPackOf(product: Product): FieldPack {
  return {
    product,
    pictures: [...new Set(product.images.map(({ path }) => resizedAddress(path, imageSizes.card)))],
    documents: kinds.flatMap((kind) => {
      const address = product.safety?.[kind];
      return address === undefined ? [] : [{ kind, address }];
    }),
  };
}
