/** Addresses of one page of each first screen, read from the shop itself. */
export async function samplePaths(url: string): Promise<Record<'home' | 'category' | 'product', string>> {
  const read = async (address: string) =>
    (await (await fetch(url + address)).json()) as { data: { id: number; slug: string }[] };
  const taxons = await read('/api/v2/shop/taxons-tree?depth=1');
  const taxon = taxons.data[0];
  if (!taxon) throw new Error('The shop has no categories');
  const products = await read(`/api/v2/shop/search/products?taxonId=${taxon.id}&itemsPerPage=1&facets=0`);
  const product = products.data[0];
  if (!product) throw new Error('The category is empty');
  return { home: '/', category: `/c/${taxon.slug}-${taxon.id}`, product: `/p/${product.slug}-${product.id}` };
}
