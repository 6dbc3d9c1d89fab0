/**
 * The built index.html as a template, and for each first screen the styles that stand inside the page. Styles are
 * inline so that nothing blocks the first paint; disabled links of the same files wait in the template of the scripts:
 * Vite's loader finds them and therefore neither adds nor waits for its own.
 */
import { escapeHtml } from '#server/text/escape-html.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BootData } from '#page-entry';
import type { PageHead } from '#contract/page-head.ts';
import { serialiseState } from './page-state.ts';
import type { PagePieces } from './buffer-pool.ts';
import { readManifest, screenFiles } from './screen-files.ts';
import { contentSecurityPolicy, cspHash, type PolicyParts } from '#server/http/security-headers.ts';

interface ScreenAssets {
  /** In its element, in UTF-8. */
  style: Buffer;
  /** Elements that name the files of `style`, and the scripts of the screen, which are fetched beside the entry. */
  named: string;
  csp: string;
}

export interface PageParts {
  /** Markup of the screen, UTF-8. */
  html: readonly Buffer[];
  boot: BootData;
  head: PageHead | undefined;
  locale: string;
  modules: readonly string[];
  /** Whole title of the page. */
  title: string;
  /** Tags for those who come from outside (server/discovery/page-head.ts). */
  outside: string;
}

export interface PageTemplate {
  render(parts: PageParts): { html: PagePieces; csp: string };
  /** The shell as it is, for returning visitors without a server page. */
  shell: { html: string; csp: string };
}

/** The template's text before, between and after the places of head, markup and data. */
function cutTemplate(template: string): [string, string, string, string] {
  const [before, beforeHtml, beforeData, after] = template.split(/<!--app-(?:head|html|data)-->/);
  if (before === undefined || beforeHtml === undefined || beforeData === undefined || after === undefined)
    throw new Error('index.html has lost one of its places: app-head, app-html, app-data');
  return [before, beforeHtml, beforeData, after];
}

export function loadPageTemplate(dist: string, policy: PolicyParts): PageTemplate {
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const manifest = readManifest(dist);
  const inlineScripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) =>
    cspHash(match[1] ?? ''),
  );
  const entryTags = [
    ...template.matchAll(
      /\s*<(?:script type="module"[^>]*><\/script|link rel="(?:modulepreload|stylesheet)"[^>]*)>/g,
    ),
  ];
  // The template loses what Vite put into its head: each page gets its own styles, and scripts come last.
  const bare = cutTemplate(
    entryTags
      .reduce((text, match) => text.replace(match[0], ''), template)
      .replace(/<title>[^<]*<\/title>/, ''),
  );
  const [entry] = screenFiles(manifest, [], '').entry;
  const cached = new Map<string, ScreenAssets>();
  const assetsOf = (modules: readonly string[], locale: string): ScreenAssets => {
    const key = [...modules, locale].join(' ');
    const known = cached.get(key);
    if (known) return known;
    const { scripts, styles } = screenFiles(manifest, modules, locale);
    const style = styles.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
    const assets: ScreenAssets = {
      style: Buffer.from(`<style>${style}</style>`),
      named: [
        ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled />`),
        ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
      ].join(''),
      csp: contentSecurityPolicy({ ...policy, scripts: inlineScripts, styles: [cspHash(style)] }),
    };
    cached.set(key, assets);
    return assets;
  };

  return {
    shell: { html: template, csp: contentSecurityPolicy({ ...policy, scripts: inlineScripts }) },
    render({ html, boot, head, locale, modules, title, outside }) {
      const assets = assetsOf(modules, locale);
      const inHead = [
        `<title>${escapeHtml(title)}</title>`,
        head?.description ? `<meta name="description" content="${escapeHtml(head.description)}" />` : '',
        outside === '' ? '<meta name="robots" content="noindex" />' : outside,
      ].join('');
      // Named only: the entry fetches the scripts once the first look is complete (src/ui/hydration/pre-hydration-events.ts). In the head
      // a browser that reads ahead would fetch the styles too, disabled or not, and hold the first picture up for them.
      const scripts = `<template id="scripts">${assets.named}</template><script type="module" crossorigin src="/${entry}"></script>`;
      const before = bare[0].replace('<html lang="lt"', `<html lang="${locale}"`);
      const pieces = [
        before + inHead,
        assets.style,
        bare[1],
        ...html,
        `${bare[2]}<script type="application/json" id="boot">`,
        ...serialiseState(boot),
        `</script>${scripts}${bare[3]}`,
      ];
      // Bytes stay bytes: read as text and written again, the markup would cost as much as a card.
      return { html: pieces, csp: assets.csp };
    },
  };
}
