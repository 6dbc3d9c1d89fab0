import { expect, test } from 'vitest';
import { scopedClass } from '../vite/scoped-class.ts';

test('a class is told by its sheet and not by its line, and sheets that differ share none', () => {
  const name = scopedClass('line', 'a.module.css', '.line{top:0}');
  expect(name).toMatch(/^line_[\w-]{4}$/);
  expect(scopedClass('line', 'moved.module.css', '.line{top:0}')).toBe(name);
  expect(scopedClass('line', 'a.module.css', '.line{top:1px}')).not.toBe(name);
});
