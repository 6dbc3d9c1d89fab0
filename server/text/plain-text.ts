/** The words of the shop's own HTML, which was cleaned when it was saved: for papers, feeds and structured data. */

const blocks =
  /<\/?(?:p|h[1-6]|ul|ol|li|dl|dt|dd|div|table|thead|tbody|tr|th|td|blockquote|figure|figcaption)\b[^>]*>|<br\b[^>]*>/gi;
const signs: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** One entry per block, without tags and empty ones. */
export function paragraphs(html: string): string[] {
  return html
    .split(blocks)
    .map((block) =>
      block
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name] ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((block) => block !== '');
}

/** All of it in one line. */
export const plainText = (html: string): string => paragraphs(html).join(' ');
