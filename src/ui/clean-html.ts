import DOMPurify from 'dompurify';
import { createSanitiser } from '#lib/sanitise-html.ts';

const sanitise = createSanitiser(DOMPurify);
const policy = globalThis.trustedTypes?.createPolicy('rich-text', { createHTML: (html) => sanitise(html) });

/** Cleans HTML for this page, as a trusted value where the browser asks for one (reliability T1). */
export function cleanHtml(html: string): string {
  // React hands the value to innerHTML as it is, so a TrustedHTML object passes; its types know strings only.
  return policy === undefined ? sanitise(html) : (policy.createHTML(html) as unknown as string);
}
