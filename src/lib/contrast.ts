/** Contrast of colours that come with the data (WCAG 2.2, relative luminance). */

function luminance(hex: string): number | undefined {
  const match = /^#([0-9a-f]{6})$/i.exec(hex);
  if (match?.[1] === undefined) return undefined;
  const number = Number.parseInt(match[1], 16);
  const [r = 0, g = 0, b = 0] = [number >> 16, (number >> 8) & 255, number & 255].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Ratio of two `#RRGGBB` colours, 1 to 21; 1 when one of them cannot be read. */
function contrastOf(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  if (a === undefined || b === undefined) return 1;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The wished text colour, or black or white when it would be hard to read on this ground (visual-design 2). */
export function readableOn(background: string, wished: string): string {
  if (contrastOf(background, wished) >= 4.5) return wished;
  return contrastOf(background, '#000000') >= contrastOf(background, '#ffffff') ? '#000000' : '#ffffff';
}
