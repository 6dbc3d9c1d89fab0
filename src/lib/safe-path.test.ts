import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/', '/krepselis', '/p/a-5?x=1#y', '/p/Trąšos', '/krepselis?x=//evil.example', '/a:b'])(
  '%s stays in the shop',
  (given) => {
    const path = safePath(given);
    expect(path).not.toBeNull();
    expect(new URL(path ?? '', 'https://shop.example').host).toBe('shop.example');
  },
);

test.each([
  '',
  'krepselis',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /evil',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\u0000',
])('%j leads nowhere', (given) => {
  expect(safePath(given)).toBeNull();
});
