/**
 * What stands in the place of a picture that was never fetched and cannot be had now: a seedling on a quiet ground,
 * readable on light and dark, instead of the browser's sign for something broken. Never kept: the next page that is
 * loaded with a connection fetches the picture itself. In this one it stays, as a browser asks for an address that it
 * has shown once no second time.
 * @param address of the picture: on a wide one words stand at the left, so the seedling is small and at the right
 */
export function missingPicture(address: string): Response {
  const [, asked, high] = (/\/images\/(\d+)x(\d+)\//.exec(address) ?? []).map(Number);
  const isWide = asked !== undefined && high !== undefined && asked > 2 * high;
  const [width, height] = isWide ? [asked, high] : [280, 320];
  const place = isWide
    ? ` transform="translate(${width * 0.75} ${height * 0.25}) scale(${height / 640})"`
    : '';
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#7f8a80" fill-opacity=".16"/>` +
    `<g fill="none" stroke="#7f8a80" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"${place}>` +
    '<path d="M140 214v-64M140 166c0-30-20-46-50-46 0 30 20 46 50 46zM140 150c0-26 17-40 44-40 0 26-17 40-44 40zM92 214h96"/>' +
    '</g></svg>';
  return new Response(drawing, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' } });
}
