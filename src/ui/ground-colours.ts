import type { CSSProperties } from 'react';
import { readableOn } from '#lib/contrast.ts';

/**
 * Attributes of an element in colours that come with content, `#RRGGBB`. They are custom properties, not the colours themselves:
 * by daylight they stand as they were given, in the dark only a tone of the ground does (base.css).
 */
export const groundColours = (ground: string, words: string) => ({
  'data-ground': '',
  style: { '--ground': ground, '--words': readableOn(ground, words) } as CSSProperties,
});
