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

/** Addresses of home, categories and products in turn: as many different ones as the shop has, as visitors of a whole shop ask. */
export async function manyPaths(url: string): Promise<string[]> {
  const read = async (address: string) =>
    (await (await fetch(url + address)).json()) as { data: { id: number; slug: string }[] };
  const { data: taxons } = await read('/api/v2/shop/taxons?itemsPerPage=100');
  const { data: products } = await read('/api/v2/shop/search/products?itemsPerPage=100&facets=0');
  return products.flatMap((product, index) => {
    const taxon = taxons[index % taxons.length];
    if (!taxon) throw new Error('The shop has no categories');
    return ['/', `/c/${taxon.slug}-${taxon.id}`, `/p/${product.slug}-${product.id}`];
  });
}
