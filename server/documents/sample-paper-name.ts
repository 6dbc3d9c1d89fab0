/** Names of the demo shop's papers, apart from what writes them: every product is asked for its papers, few papers are written. */
import { catalogueLocales } from '#contract/locale.ts';

export type PaperKind = 'label' | 'safetySheet';

const pattern = new RegExp(
  String.raw`^sample/(labels|safety)/([a-z0-9-]{1,40})-(${catalogueLocales.join('|')})\.pdf$`,
);

/** What a name below the media folder asks for; null: it is a file like any other. */
export function readSampleName(name: string): { kind: PaperKind; code: string; locale: string } | null {
  const [, folder, code, locale] = pattern.exec(name) ?? [];
  if (code === undefined || locale === undefined) return null;
  return { kind: folder === 'labels' ? 'label' : 'safetySheet', code: code.toUpperCase(), locale };
}
