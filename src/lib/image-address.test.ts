import { expect, test } from 'vitest';
import { imageSourceSet, mediaAddress, resizedAddress } from './image-address.ts';
import { imageSizes, scaleFactors, scaledSize } from './image-sizes.ts';

test('R7.81 R9.25 a card picture is offered in the three densities of 280 by 320', () => {
  expect(resizedAddress('products/a.webp', imageSizes.card)).toBe('/images/280x320/products/a.webp');
  expect(imageSourceSet('products/a.webp', imageSizes.card)).toBe(
    '/images/280x320/products/a.webp 1x, /images/420x480/products/a.webp 1.5x, /images/840x960/products/a.webp 3x',
  );
});

test('R7.82 drawings keep their media address and have no other densities', () => {
  for (const path of ['a.svg', 'a.SVG', 'a.svg?v=2']) {
    expect(resizedAddress(path, imageSizes.card)).toBe(`/media/${path}`);
    expect(imageSourceSet(path, imageSizes.card)).toBeUndefined();
  }
  expect(imageSourceSet('a.svg.png', imageSizes.card)).toBeDefined();
});

test('R7.83 media addresses have exactly one slash and absolute ones are kept', () => {
  expect(mediaAddress('a/b.pdf')).toBe('/media/a/b.pdf');
  expect(mediaAddress('/a/b.pdf')).toBe('/media/a/b.pdf');
  expect(mediaAddress('https://cdn.example/a.png')).toBe('https://cdn.example/a.png');
  expect(mediaAddress('//cdn.example/a.png')).toBe('//cdn.example/a.png');
});

test('R9.22 R9.23 R9.24 half, full-width slide and half-width slide have their own sizes', () => {
  expect(resizedAddress('x.png', imageSizes.half)).toBe('/images/684x450/x.png');
  expect(resizedAddress('x.png', imageSizes.slide)).toBe('/images/1392x535/x.png');
  expect(resizedAddress('x.png', imageSizes.halfSlide)).toBe('/images/684x535/x.png');
});

test('R9.26 scale factors are 1, 1.5 and 3', () => {
  expect(scaleFactors.map((scale) => scaledSize(imageSizes.half, scale))).toEqual([
    [684, 450],
    [1026, 675],
    [2052, 1350],
  ]);
});
