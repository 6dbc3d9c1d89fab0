/**
 * What stands in the place of a picture that was never fetched and cannot be had now: a seedling on a quiet ground,
 * readable on light and dark, instead of the browser's sign for something broken. Never kept: with a connection the
 * next look fetches the picture itself.
 */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="280" height="320" viewBox="0 0 280 320">' +
  '<rect width="280" height="320" fill="#7f8a80" fill-opacity=".16"/>' +
  '<g fill="none" stroke="#7f8a80" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M140 214v-64M140 166c0-30-20-46-50-46 0 30 20 46 50 46zM140 150c0-26 17-40 44-40 0 26-17 40-44 40zM92 214h96"/>' +
  '</g></svg>';

export function missingPicture(): Response {
  return new Response(drawing, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' } });
}
