import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedirects, mostSteps, pathOf, withQuery } from './redirects.ts';

const rule = (source: string, target: string, more: { only404?: boolean; statusCode?: number } = {}) => ({
  source,
  target,
  only404: more.only404 ?? false,
  statusCode: more.statusCode ?? 301,
});

describe('a rule', () => {
  test('leads at once, or only where there is no page', () => {
    const redirects = createRedirects([rule('/now', '/there'), rule('/later', '/there', { only404: true })]);
    expect(redirects.find('/now', false)).toEqual({ target: '/there', statusCode: 301 });
    expect(redirects.find('/later', false)).toBeNull();
    expect(redirects.find('/later', true)).toEqual({ target: '/there', statusCode: 301 });
    expect(redirects.find('/else', true)).toBeNull();
  });

  test('for one address wins over one for many, and of those the one that says most', () => {
    const redirects = createRedirects([
      rule('/old/*', '/a'),
      rule('/old/seeds/*', '/b'),
      rule('/old/seeds/oats', '/c'),
    ]);
    expect(redirects.find('/old/x', false)?.target).toBe('/a');
    expect(redirects.find('/old/seeds/x', false)?.target).toBe('/b');
    expect(redirects.find('/old/seeds/oats', false)?.target).toBe('/c');
  });

  test('knows its address however a browser writes it', () => {
    const redirects = createRedirects([rule('/trąšos', '/c/trasos-1')]);
    expect(redirects.find('/tr%C4%85%C5%A1os', false)?.target).toBe('/c/trasos-1');
    expect(redirects.find('/%E0%A4%A', false)).toBeNull();
  });
});

describe('a chain', () => {
  test('is one step for the visitor, and for good only if all of it is', () => {
    const redirects = createRedirects([
      rule('/1', '/2'),
      rule('/2', '/3', { statusCode: 302 }),
      rule('/3', '/4'),
    ]);
    expect(redirects.find('/1', false)).toEqual({ target: '/4', statusCode: 302 });
    expect(redirects.find('/3', false)).toEqual({ target: '/4', statusCode: 301 });
  });

  test('does not follow rules for missing pages: its next address may have one', () => {
    const redirects = createRedirects([rule('/1', '/2'), rule('/2', '/3', { only404: true })]);
    expect(redirects.find('/1', true)?.target).toBe('/2');
  });

  test('that runs in a circle, or for ever, leads nowhere', () => {
    const circle = createRedirects([rule('/1', '/2'), rule('/2', '/1'), rule('/self', '/self')]);
    for (const path of ['/1', '/2', '/self']) expect(circle.find(path, true)).toBeNull();
    const long = createRedirects(Array.from({ length: 9 }, (_, at) => rule(`/${at}`, `/${at + 1}`)));
    expect(long.find('/0', false)).toBeNull();
    expect(long.find('/5', false)?.target).toBe('/9');
  });

  test('a rule for many that covers its own target stops there', () => {
    const redirects = createRedirects([rule('/news/*', '/news/all')]);
    expect(redirects.find('/news/x', false)?.target).toBe('/news/all');
    expect(redirects.find('/news/all', false)).toBeNull();
  });
});

describe('over all requests', () => {
  const missing = () => Promise.resolve(false);
  const only404 = (source: string, target: string) => rule(source, target, { only404: true });

  test('rules for missing pages that lead back, or on without end, lead nowhere', async () => {
    const redirects = createRedirects([
      only404('/1', '/2'),
      only404('/2', '/1'),
      rule('/3', '/1'),
      ...Array.from({ length: 9 }, (_, at) => only404(`/long-${at}`, `/long-${at + 1}`)),
    ]);
    for (const path of ['/1', '/2', '/long-0'])
      expect([path, await redirects.follow(path, missing)]).toEqual([path, null]);
    // Its next address is the page of what is not there.
    expect(redirects.find('/3', false)).toMatchObject({ target: '/1' });
    expect(await redirects.follow('/long-4', missing)).toMatchObject({ target: '/long-5' });
  });

  test('a page on the way ends it, and is asked about only where the rules do not end', async () => {
    const asked: string[] = [];
    const has =
      (...pages: string[]) =>
      (path: string) => {
        asked.push(path);
        return Promise.resolve(pages.includes(path));
      };
    const redirects = createRedirects([only404('/1', '/2'), only404('/2', '/1'), only404('/4', '/5')]);
    expect(await redirects.follow('/1', has('/2'))).toMatchObject({ target: '/2' });
    expect(asked).toEqual(['/2']);
    expect(await redirects.follow('/4', has())).toMatchObject({ target: '/5' });
    expect(await redirects.follow('/6', has())).toBeNull();
    expect(asked).toEqual(['/2']);
  });

  test('another spelling that the shop itself makes into the address is the address', async () => {
    const redirects = createRedirects(
      [rule('/krepselis', '/cart'), only404('/a', '/a/'), rule('/b', '/c/')],
      (path) => (path === '/cart' ? '/krepselis' : path),
    );
    expect(redirects.find('/krepselis', false)).toBeNull();
    expect(await redirects.follow('/a', missing)).toBeNull();
    expect(redirects.find('/b', false)?.target).toBe('/c/');
  });

  test('whatever the rules and pages, following the answers comes to an end', async () => {
    const path = fc.constantFrom('/a', '/b', '/c', '/d', '/a/b', '/a/c');
    const source = fc.oneof(path, fc.constantFrom('/a/*', '/*', '/b*'));
    const anyRule = fc.record({
      source,
      target: fc.oneof(path, fc.constantFrom('/a/', '/b?x=1')),
      only404: fc.boolean(),
      statusCode: fc.constantFrom(301, 302),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { maxLength: 8 }),
        fc.uniqueArray(path),
        path,
        async (rules, pages, start) => {
          const redirects = createRedirects(rules);
          const hasPage = (at: string) => pages.includes(at as '/a');
          let at: string = start;
          // As requests do it: a rule at once, else the page, else a rule for what is missing.
          for (let requests = 0; ; requests += 1) {
            expect(requests).toBeLessThanOrEqual(2 * mostSteps);
            const move =
              redirects.find(at, false) ??
              (hasPage(at) ? null : await redirects.follow(at, (one) => Promise.resolve(hasPage(one))));
            if (!move) break;
            at = pathOf(move.target);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '',
  'relative',
])('a rule to %j leads nowhere', (target) => {
  expect(createRedirects([rule('/old', target)]).find('/old', true)).toBeNull();
});

test('whatever the rules, an answer is another address of this shop, and following answers comes to an end', () => {
  const path = fc.constantFrom('/a', '/b', '/c', '/a/b', '/a/c');
  const source = fc.oneof(path, fc.constantFrom('/a/*', '/*', '/b*'));
  const target = fc.oneof(path, fc.constantFrom('//evil.example', 'https://evil.example', '/a?x=1'));
  const anyRule = fc.record({ source, target, only404: fc.boolean(), statusCode: fc.constantFrom(301, 302) });
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 8 }), path, fc.boolean(), (rules, start, isMissing) => {
      const redirects = createRedirects(rules);
      let at: string = start;
      for (let hop = 0; ; hop += 1) {
        const move = redirects.find(at, isMissing && hop === 0);
        if (!move) break;
        expect(move.target).toMatch(/^\/(?![/\\])/);
        expect(move.target.split('?')[0]).not.toBe(at);
        expect(hop).toBeLessThan(2);
        at = move.target.split('?')[0] ?? '';
      }
    }),
  );
});

test('the query of the visitor goes along, unless the target has one', () => {
  expect(withQuery('/a', '?utm=1')).toBe('/a?utm=1');
  expect(withQuery('/a#x', '?utm=1')).toBe('/a?utm=1#x');
  expect(withQuery('/a?b=2', '?utm=1')).toBe('/a?b=2');
  expect(withQuery('/a', '')).toBe('/a');
});
