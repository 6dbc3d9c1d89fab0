/** What the shop uses of fontkit, which carries no types: outlines of a line of text. */
declare module 'fontkit' {
  export interface Glyph {
    /** 0: the box of what the font lacks. */
    readonly id: number;
    readonly path: { toSVG(): string };
    readonly advanceWidth: number;
  }
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number }[] };
  }
  export function openSync(file: string): Font;
}
