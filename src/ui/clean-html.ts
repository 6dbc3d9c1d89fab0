import { createSanitiser, type HtmlPolicy } from '#lib/sanitise-html.ts';

// The policy passes texts through unchanged, so it goes to the purifier and to nobody else (docs/security.md T1).
const policy = window.trustedTypes?.createPolicy('cms', {
  createHTML: (html) => html,
  createScriptURL: (address) => address,
});

const sanitiser = createSanitiser(window, policy as HtmlPolicy | undefined);

/** Cleans HTML for this page, as a trusted value where the browser asks for one. */
export const cleanHtml = (html: string): string => sanitiser.cleanTrusted(html);
