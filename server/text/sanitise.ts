import type { Sanitiser } from '#lib/sanitise-html.ts';

let sanitiser: Sanitiser | null = null;

/** One paragraph after another without any attribute: nothing in it could do harm. */
const plainParagraphs = /^(?:\s*<p>[^<>]*<\/p>)+\s*$/;

/**
 * Loads what cleaning needs. The window takes half a second and 40 MB, so only who writes HTML pays for it:
 * seeding, imports, editors; reading never does.
 */
export async function loadSanitiser(): Promise<(html: string) => string> {
  if (!sanitiser) {
    const [{ JSDOM }, { createSanitiser }] = await Promise.all([
      import('jsdom'),
      import('#lib/sanitise-html.ts'),
    ]);
    sanitiser = createSanitiser(new JSDOM('').window);
  }
  const ready = sanitiser;
  return (html) => (plainParagraphs.test(html) ? html : ready.clean(html));
}
