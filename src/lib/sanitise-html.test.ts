import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { cleanStyle, createSanitiser, isFrameAllowed, isSafeColour } from './sanitise-html.ts';

const sanitiser = createSanitiser(new JSDOM('').window);
const clean = (html: string) => sanitiser.clean(html);

describe('sanitised HTML', () => {
  test('R5.23 keeps normal tags and img, iframe, del, ins', () => {
    const html =
      '<h2>Sėja</h2><p>Sėkite <strong>gegužę</strong>, <del>balandį</del> <ins>gegužę</ins>.</p><ul><li><a href="/c/seklos-1">Sėklos</a></li></ul><img src="/media/a.png" alt="Lysvė"><table><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
    expect(clean(html)).toBe(html);
    expect(clean('<iframe src="https://www.youtube-nocookie.com/embed/x" title="V"></iframe>')).toContain(
      '<iframe',
    );
  });

  test('R5.24 keeps the four styles and drops all others', () => {
    const cleaned = clean(
      '<p style="color: #1E5B3C; text-align: center; font-weight: bold; font-style: italic; position: fixed; background: url(https://x.example)">a</p>',
    );
    expect(cleaned).toBe(
      '<p style="color: #1E5B3C; text-align: center; font-weight: bold; font-style: italic">a</p>',
    );
  });

  test.each([
    'color: url(javascript:alert(1))',
    'color: expression(alert(1))',
    String.raw`color: \72 ed`,
    'color: red/**/',
    'color: var(--x)',
    'text-align: -moz-center',
    'font-weight: 1000',
    'constructor: red',
    'colour: red',
  ])('R5.24 drops %s', (style) => {
    expect(cleanStyle(style)).toBe('');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="//evil.example">a</a>',
    '<a href=" java\nscript:alert(1)">a</a>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="https://evil.example/"></iframe>',
    '<form action="https://evil.example"><input name="a"><button>b</button></form>',
    '<style>body{display:none}</style>',
    '<p id="root" name="body" class="x" data-x="1">a</p>',
    '<object data="x"></object><embed src="x">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=x"><link rel="stylesheet" href="x">',
  ])('R5.25 nothing of %s can run, frame, post or shadow', (html) => {
    const cleaned = clean(html);
    expect(cleaned).not.toMatch(
      /script|onerror|alert|svg|math|srcdoc|evil|<form|<input|<style|id=|name=|class=|data-|<object|<embed|data:|<base|<meta|<link/i,
    );
  });

  test('frames only the allowed hosts, and always in a sandbox', () => {
    expect(isFrameAllowed('https://www.youtube.com/embed/x')).toBe(true);
    expect(isFrameAllowed('https://www.google.com/maps/embed?pb=1')).toBe(true);
    for (const source of [
      'http://www.youtube.com/embed/x',
      'https://www.youtube.com.evil.example/x',
      'https://a@www.youtube.com/x',
      'https://www.youtube.com:8443/x',
      'https://www.google.com/search',
      '//www.youtube.com/x',
      'javascript:alert(1)',
    ]) {
      expect([source, isFrameAllowed(source)]).toEqual([source, false]);
    }
    const cleaned = clean(
      '<iframe src="https://player.vimeo.com/video/1" sandbox="allow-top-navigation" allow="camera"></iframe>',
    );
    expect(cleaned).toContain('sandbox="allow-scripts allow-same-origin allow-presentation"');
    expect(cleaned).not.toContain('camera');
  });

  test('links to other sites give them nothing', () => {
    expect(clean('<a href="https://example.com" target="_blank">a</a>')).toContain(
      'rel="noopener noreferrer"',
    );
    expect(clean('<a href="/duk" target="_top">a</a>')).toBe('<a href="/duk">a</a>');
  });

  test('cleaning clean HTML changes nothing', () => {
    const once = clean('<div><p style="color:red">a<b>b</i></p><a href="tel:+37060000001">c</a>');
    expect(clean(once)).toBe(once);
  });

  test('tells colours from other text', () => {
    expect(['#fff', '#1E5B3C', 'red', 'rgb(1, 2, 3)', 'hsl(120deg 10% 20%)'].every(isSafeColour)).toBe(true);
    expect(['url(x)', 'red;background:x', 'expression(1)', '#12', ''].some(isSafeColour)).toBe(false);
  });
});
