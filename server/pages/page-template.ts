/**
 * The built index.html as a template, and for each first screen the styles that stand inside the page. Styles are
 * inline so that nothing blocks the first paint; beside them stand disabled links of the same files, which Vite's
 * loader finds and therefore neither adds nor waits for its own.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageHead } from '#contract/page-head.ts';
import { serialiseData } from '#lib/serialise-data.ts';
import { contentSecurityPolicy, cspHash, type PolicyParts } from '#server/http/security-headers.ts';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

interface ScreenAssets {
  style: string;
  /** Addresses of the style files that `style` holds. */
  files: string[];
  /** Scripts of the screen, fetched beside the entry. */
  scripts: string[];
  csp: string;
}

export interface PageParts {
  html: string;
  boot: unknown;
  head: PageHead | undefined;
  locale: string;
  /** Address of the page without query of its own, for canonical. */
  url: URL;
  modules: readonly string[];
  /** Origin for canonical addresses. */
  origin: string;
}

export interface PageTemplate {
  render(parts: PageParts): { html: string; csp: string };
  /** The shell as it is, for returning visitors without a server page. */
  shell: { html: string; csp: string };
}

const shopName = 'Arimas';
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function loadPageTemplate(dist: string, policy: PolicyParts): PageTemplate {
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const inlineScripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) =>
    cspHash(match[1] ?? ''),
  );
  const entryTags = [
    ...template.matchAll(
      /\s*<(?:script type="module"[^>]*><\/script|link rel="(?:modulepreload|stylesheet)"[^>]*)>/g,
    ),
  ];
  // The template loses what Vite put into its head: each page gets its own styles, and scripts come last.
  const bare = entryTags
    .reduce((text, match) => text.replace(match[0], ''), template)
    .replace('<title>Arimas</title>', '');
  const entry = manifest['index.html'];
  if (!entry) throw new Error('The build has no entry: run npm run build');

  const reach = (chunk: ManifestChunk, seen = new Set<ManifestChunk>()): Set<ManifestChunk> => {
    if (seen.has(chunk)) return seen;
    seen.add(chunk);
    for (const name of chunk.imports ?? []) if (manifest[name]) reach(manifest[name], seen);
    return seen;
  };
  const cached = new Map<string, ScreenAssets>();
  const assetsOf = (modules: readonly string[], locale: string): ScreenAssets => {
    const key = [...modules, locale].join(' ');
    const known = cached.get(key);
    if (known) return known;
    const roots = [
      entry,
      ...[...modules, `locales/${locale}/messages.po?first`].flatMap((name) => manifest[name] ?? []),
    ];
    const chunks = new Set(roots.flatMap((root) => [...reach(root)]));
    // Parts come to life later (src/ui/later.tsx), but their markup is in the page, so their styles are too.
    const parts = new Set<ManifestChunk>(chunks);
    for (const chunk of parts) {
      for (const name of chunk.dynamicImports ?? []) {
        if (name.endsWith('-part.tsx') && manifest[name])
          for (const part of reach(manifest[name])) parts.add(part);
      }
    }
    const files = [...new Set([...parts].flatMap((chunk) => chunk.css ?? []))];
    const style = files.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
    const assets: ScreenAssets = {
      style,
      files: files.map((file) => `/${file}`),
      scripts: [...chunks].map((chunk) => `/${chunk.file}`).filter((file) => file !== `/${entry.file}`),
      csp: contentSecurityPolicy({ ...policy, scripts: inlineScripts, styles: [cspHash(style)] }),
    };
    cached.set(key, assets);
    return assets;
  };

  return {
    shell: { html: template, csp: contentSecurityPolicy({ ...policy, scripts: inlineScripts }) },
    render({ html, boot, head, locale, url, modules, origin }) {
      const assets = assetsOf(modules, locale);
      const inHead = [
        `<title>${escapeHtml(head?.title ? `${head.title} – ${shopName}` : shopName)}</title>`,
        head?.description ? `<meta name="description" content="${escapeHtml(head.description)}" />` : '',
        head?.noIndex
          ? '<meta name="robots" content="noindex" />'
          : `<link rel="canonical" href="${escapeHtml(origin + (head?.canonical ?? url.pathname))}" />`,
        `<style>${assets.style}</style>`,
        ...assets.files.map((file) => `<link rel="stylesheet" href="${file}" disabled />`),
      ].join('');
      const scripts = [
        ...assets.scripts.map(
          (file) => `<link rel="modulepreload" crossorigin href="${file}" fetchpriority="low" />`,
        ),
        `<script type="module" crossorigin src="/${entry.file}"></script>`,
      ].join('');
      const page = bare
        .replace('<html lang="lt"', `<html lang="${locale}"`)
        .replace('<!--app-head-->', () => inHead)
        .replace('<!--app-html-->', () => html)
        .replace(
          '<!--app-data-->',
          () => `<script type="application/json" id="boot">${serialiseData(boot)}</script>${scripts}`,
        );
      return { html: page, csp: assets.csp };
    },
  };
}
