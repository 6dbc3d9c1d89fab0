import cyrillic from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/golos-text/files/golos-text-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';

/** Files of Golos Text (SIL OFL 1.1) and the letters each of them holds; the browser fetches what the page needs. */
const files: [address: string, letters: string][] = [
  [
    latin,
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  ],
  [
    latinExt,
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113',
  ],
  [cyrillic, 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'],
];

/** Lets the page change to its web font. Called when the browser has nothing else to do. */
export function showWebFont(): void {
  for (const [address, unicodeRange] of files) {
    document.fonts.add(
      new FontFace('Golos Text', `url(${address}) format('woff2')`, {
        weight: '400 900',
        unicodeRange,
        display: 'swap',
      }),
    );
  }
}
