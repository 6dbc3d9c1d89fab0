/**
 * HTML that editors or a server wrote, made safe to show (storefront section 5: normal tags plus img, iframe, del, ins
 * and four styles). One set of rules for both sides: the browser gives its window, the server one of jsdom.
 */
import { isSafeLink } from './safe-link.ts';
import createDOMPurify, { type Config, type WindowLike } from 'dompurify';

const allowedTags = (
  'p br hr h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s small sub sup mark abbr cite q ' +
  'time span div a img figure figcaption iframe del ins address section article details summary ' +
  'table caption colgroup col thead tbody tfoot tr th td'
).split(' ');
const allowedAttributes = (
  'href target rel src alt title width height loading style lang dir cite colspan rowspan scope headers span start ' +
  'reversed datetime open allow allowfullscreen referrerpolicy sandbox'
).split(' ');

const number = String.raw`\d{1,3}(?:\.\d+)?`;
const colour = new RegExp(
  String.raw`^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|rgba?\((?:\s*${number}%?\s*[,/ ]){2,3}\s*${number}%?\s*\)|hsla?\(\s*${number}(?:deg)?(?:\s*[,/ ]\s*${number}%?){2,3}\s*\)|[a-z]{3,24})$`,
  'i',
);
/** Each allowed property with the whole of what its value may be (docs/security.md T14-T16: nothing with urls, escapes, comments). */
const styleValues: Record<string, RegExp> = {
  color: colour,
  'text-align': /^(?:left|right|center|justify|start|end)$/i,
  'font-weight': /^(?:normal|bold|[1-9]00)$/i,
  'font-style': /^(?:normal|italic|oblique)$/i,
};

/** The declarations of a style attribute that may stay, or ''. */
export function cleanStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (Object.hasOwn(styleValues, property) && styleValues[property]?.test(value))
      kept.push(`${property}: ${value}`);
  }
  return kept.join('; ');
}

/** True for a colour that may be put into a style: bars and badges carry colours of their own. */
export function isSafeColour(value: string): boolean {
  return colour.test(value.trim());
}

const frameHosts = new Set(['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com']);

/** Only these may be framed; the Content-Security-Policy repeats the list. */
export function isFrameAllowed(source: string): boolean {
  let url: URL;
  try {
    url = new URL(source);
  } catch {
    // What is no address is framed nowhere.
    return false;
  }
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return false;
  return (
    frameHosts.has(url.hostname) ||
    (url.hostname === 'www.google.com' && url.pathname.startsWith('/maps/embed'))
  );
}

const picture = /^(?:https:\/\/|\/(?![/\\])|data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$)/i;

const config = {
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: allowedAttributes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: true,
  // Ids and names of content would shadow those of the page.
  SANITIZE_DOM: true,
  FORBID_CONTENTS: ['script', 'style', 'template', 'noscript', 'svg', 'math', 'object', 'embed', 'form'],
} satisfies Config;

type Purifier = ReturnType<typeof createDOMPurify>;

function addRules(purifier: Purifier): void {
  purifier.addHook('uponSanitizeAttribute', (element, data) => {
    const { attrName, attrValue } = data;
    if (attrName === 'style') {
      data.attrValue = cleanStyle(attrValue);
      data.keepAttr = data.attrValue !== '';
    } else if (attrName === 'href') {
      data.keepAttr = isSafeLink(attrValue);
    } else if (attrName === 'src' && element.nodeName === 'IMG') {
      data.keepAttr = picture.test(attrValue.trim());
    } else if (attrName === 'src' && element.nodeName !== 'IFRAME') {
      data.keepAttr = false;
    } else if (attrName === 'target') {
      data.keepAttr = attrValue === '_blank';
    }
  });
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'IFRAME') {
      if (!isFrameAllowed(element.getAttribute('src') ?? '')) {
        element.remove();
        return;
      }
      element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
      element.setAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
      element.setAttribute('loading', 'lazy');
      element.removeAttribute('allow');
    }
    if (element.nodeName === 'A' && /^https?:/i.test(element.getAttribute('href') ?? '')) {
      element.setAttribute('rel', 'noopener noreferrer');
    }
  });
}

export interface Sanitiser {
  /** Clean HTML as text. */
  clean(html: string): string;
  /** Clean HTML as a TrustedHTML where the browser knows Trusted Types, through the given policy. */
  cleanTrusted(html: string): string;
}

/** A policy of the page (`trustedTypes.createPolicy`), made once by who renders; absent on the server. */
export type HtmlPolicy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;

/** The sanitiser of one window. Nothing may edit the markup after it. */
export function createSanitiser(window: Omit<WindowLike, 'trustedTypes'>, policy?: HtmlPolicy): Sanitiser {
  const purifier = createDOMPurify(window as WindowLike);
  addRules(purifier);
  const common: Config = policy ? { ...config, TRUSTED_TYPES_POLICY: policy } : config;
  return {
    clean: (html) => purifier.sanitize(html, { ...common, RETURN_TRUSTED_TYPE: false }),
    // A TrustedHTML is a string to every sink; React and the DOM take it where they take a string.
    cleanTrusted: (html) =>
      purifier.sanitize(html, { ...common, RETURN_TRUSTED_TYPE: true }) as unknown as string,
  };
}
