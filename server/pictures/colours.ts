const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);

/** 0 black to 1 white, as the eye weighs it. Colours are `#RRGGBB`. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(colour, at) / 255);
  return 0.3 * red + 0.6 * green + 0.1 * blue;
}

/** A colour mixed with another, `share` of the second. */
export function mix(one: string, other: string, share: number): string {
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}
