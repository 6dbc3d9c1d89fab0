// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aBlock, aProduct } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import type { ContentType } from '#contract/content.ts';
import { isFrameAllowed } from '#lib/sanitise-html.ts';
import { codesOf, flagOf, numberOf, partsOf, textOf } from './content-properties.ts';
import { ContentBlocks } from './content-blocks-part.tsx';
import { contentQueries, loadBlocks } from './content-queries.ts';

// At once instead of when the page has time.
vi.mock(
  '#features/product/deferred-product-slider.tsx',
  () => import('#features/product/product-slider-part.tsx'),
);

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

async function blocks(contentTypes: ContentType[], options: ShowOptions = {}) {
  const shown = await show(<ContentBlocks contentTypes={contentTypes} />, options);
  return shown.container;
}
const words = (text: string) => aBlock('textBlock', { text: `<p>${text}</p>` });
const button = (kind: string, label: string) => aBlock('button', { kind, label, link: `/${label}` });

test('R3.05 a block shows its content types in order, one being prepared as a note', async () => {
  const container = await blocks([
    words('one'),
    aBlock('textBlock', { text: '<p>hidden</p>' }, true),
    words('two'),
  ]);
  expect(container.textContent).toMatch(/one.*being prepared.*two/s);
  expect(container.textContent).not.toContain('hidden');
});

test('R3.06 R0.41 a text block shows its words and nothing that could run', async () => {
  const container = await blocks([
    aBlock('textBlock', {
      title: 'Head',
      text: '<p>Body <img src=x onerror=alert(1)><script>1</script></p>',
    }),
  ]);
  expect(container.querySelector('h2')?.textContent).toBe('Head');
  expect(container.textContent).toContain('Body');
  expect(container.querySelector('script')).toBeNull();
  expect(container.querySelector('img')?.hasAttribute('onerror')).toBe(false);
});

test('R3.07 an image block has its alternative text and link', async () => {
  const container = await blocks([
    aBlock('imageBlock', { image: 'scenes/a', alt: 'Seeds', link: '/c/seklos-1' }),
  ]);
  const image = container.querySelector('a[href="/c/seklos-1"] img');
  expect(image?.getAttribute('alt')).toBe('Seeds');
});

test('R9.22 R3.09 a half-and-half block shows its picture at 684 by 450 beside its words', async () => {
  const container = await blocks([
    aBlock('halfAndHalfBlock', {
      mediaSide: 'left',
      image: 'scenes/a',
      alt: 'A',
      title: 'Title',
      text: '<p>Words</p>',
      buttons: [button('secondary', 'more')],
    }),
  ]);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/684x450/scenes/a');
  expect(container.textContent).toMatch(/Title.*Words.*more/s);
});

test('R3.10 a products block asks for the codes in properties.products.value and keeps their order', async () => {
  const asked: unknown[] = [];
  const container = await blocks([aBlock('productsBlock', { title: 'Now', products: ['B', 'A'] })], {
    answers: {
      products: ({ query }) => {
        asked.push(query);
        return {
          data: [aProduct({ code: 'B', name: 'Second' }), aProduct({ code: 'A', name: 'First' })],
          meta: {},
        };
      },
    },
  });
  expect(asked).toEqual([expect.objectContaining({ code: ['B', 'A'] })]);
  expect([...container.querySelectorAll('article h3')].map((one) => one.textContent)).toEqual([
    'Second',
    'First',
  ]);
});

test('a products block leaves out what the page says: goods that are in the cart already', async () => {
  const answers = {
    products: () => ({
      data: [aProduct({ code: 'B', name: 'Second' }), aProduct({ code: 'A', name: 'First' })],
      meta: {},
    }),
  };
  const list = [aBlock('nested', { blocks: [aBlock('productsBlock', { products: ['B', 'A'] })] })];
  const shown = await show(<ContentBlocks contentTypes={list} without={['B']} />, { answers });
  expect([...shown.container.querySelectorAll('article h3')].map((one) => one.textContent)).toEqual([
    'First',
  ]);
});

test('R3.22 a new-products block takes its codes directly from properties.products', async () => {
  const asked: unknown[] = [];
  const container = await blocks([{ code: 'newProductsBlock', properties: { products: ['N'] } }], {
    answers: {
      products: ({ query }) => {
        asked.push(query);
        return { data: [aProduct({ code: 'N', name: 'New one' })], meta: {} };
      },
    },
  });
  expect(asked).toEqual([expect.objectContaining({ code: ['N'] })]);
  expect(container.textContent).toContain('New one');
});

test('R3.11 a slider has a slide for each part, buttons to move, the first slide at 1392 by 535', async () => {
  const slide = (title: string) =>
    aBlock('slide', { title, image: 'scenes/a', alt: title, buttons: [button('primary', title)] });
  const container = await blocks([aBlock('slider', { slides: [slide('one'), slide('two')] })]);
  expect(container.querySelectorAll('[aria-roledescription="slide"]')).toHaveLength(2);
  expect(container.querySelector('[aria-roledescription="slide"]')?.getAttribute('aria-label')).toBe(
    '1 of 2',
  );
  expect(container.querySelectorAll('button')).toHaveLength(2);
});

test('R9.23 R9.24 a slide asks for 1392 by 535, on narrow screens for 684 by 535', async () => {
  const container = await blocks([
    aBlock('slider', { slides: [aBlock('slide', { title: 'one', image: 'scenes/a', alt: '' })] }),
  ]);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/1392x535/scenes/a');
  expect(container.querySelector('source')?.getAttribute('srcset')).toContain('/images/684x535/scenes/a 1x');
});

test('R3.12 a category block asks for the codes in properties.taxons.value: a tile per taxon', async () => {
  const asked: unknown[] = [];
  const taxon = (id: number, name: string) => ({
    id,
    code: `T${String(id)}`,
    slug: `t${String(id)}`,
    name,
    children: [],
    translations: {},
    position: 0,
    level: 0,
  });
  const container = await blocks([aBlock('categoryBlock', { taxons: ['T1', 'T2'] })], {
    answers: {
      taxons: ({ query }) => {
        asked.push(query);
        return { data: [taxon(1, 'Seeds'), taxon(2, 'Feed')], meta: {} };
      },
    },
  });
  expect(asked).toEqual([{ code: ['T1', 'T2'], itemsPerPage: 2 }]);
  expect(
    [...container.querySelectorAll('li a')].map((one) => [one.textContent, one.getAttribute('href')]),
  ).toEqual([
    ['Seeds', '/c/t1-1'],
    ['Feed', '/c/t2-2'],
  ]);
});

test('R3.13 R3.14 listed and nested blocks show in order, three levels deep', async () => {
  const container = await blocks([
    aBlock('blockList', {
      blocks: [
        words('one'),
        aBlock('nested', { blocks: [words('two'), aBlock('nested', { blocks: [words('three')] })] }),
      ],
    }),
  ]);
  expect(container.textContent).toMatch(/one.*two.*three/s);
});

test('R3.15 a brands block has a link per brand', async () => {
  const container = await blocks([aBlock('brandsBlock', { attribute: 'brand', values: ['SEKLYNAS'] })], {
    answers: {
      attributeValues: () => ({
        data: [
          {
            value: 'Sėklynas',
            valueCode: 'SEKLYNAS',
            slug: 'seklynas',
            attribute: { slug: 'prekes-zenklas' },
          },
        ],
        meta: {},
      }),
    },
  });
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/a/prekes-zenklas/seklynas');
});

test('R3.18 R3.27 banners show their pictures, words and buttons, primary and secondary looking different', async () => {
  const banner = (name: string, buttons: ContentType[]) =>
    aBlock('banner', {
      title: `Title ${name}`,
      text: `Words ${name}`,
      image: `scenes/${name}`,
      alt: `Picture ${name}`,
      buttons,
    });
  const container = await blocks([
    aBlock('bannersWithButtons', {
      banners: [
        banner('a', [button('primary', 'one'), button('secondary', 'two')]),
        banner('b', [button('secondary', 'three')]),
      ],
    }),
  ]);
  expect(container.textContent).toMatch(/Title a.*Words a.*one.*two.*Title b.*Words b.*three/s);
  expect(
    [...container.querySelectorAll('img')].map((one) => [one.alt, one.src.split('/').slice(-2).join('/')]),
  ).toEqual([
    ['Picture a', 'scenes/a'],
    ['Picture b', 'scenes/b'],
  ]);
  const links = [...container.querySelectorAll('a')];
  expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['one', '/one'],
    ['two', '/two'],
    ['three', '/three'],
  ]);
  const [first, second, third] = links.map((one) => one.className);
  expect(first).not.toBe(second);
  expect(second).toBe(third);
});

test('R3.19 a news block shows the newest articles with links', async () => {
  const container = await blocks([aBlock('newsBlock', { title: 'News', count: 1 })], {
    answers: {
      articles: () => ({
        data: [
          {
            id: 5,
            slug: 'kada-seti',
            name: 'When to sow',
            sections: [{ slug: 'patarimai', name: 'Advice' }],
            publishedAt: '2026-05-04T08:00:00Z',
          },
        ],
        meta: {},
      }),
    },
  });
  expect(container.querySelector('li a')?.getAttribute('href')).toBe(
    '/naujienos/patarimai/kada-seti-5'.replace('/naujienos', '/news'),
  );
  expect(container.querySelector('time')?.textContent).toBe('4 May 2026');
});

test('R3.08 a film is fetched from YouTube only when it is asked for, in a sandbox; its words stand beside it', async () => {
  const shown = await show(
    <ContentBlocks
      contentTypes={[
        aBlock('youtubeIframe', {
          videoId: 'M7lc1UVf-VE',
          title: 'Film',
          textAlternative: '<p>What it shows</p>',
        }),
      ]}
    />,
  );
  expect(shown.container.querySelector('iframe')).toBeNull();
  expect(shown.container.textContent).toContain('What it shows');
  await shown.click(shown.container.querySelector('button'));
  const frame = shown.container.querySelector('iframe');
  expect(frame?.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/M7lc1UVf-VE');
  expect(frame?.title).toBe('Film');
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
  expect(isFrameAllowed(frame?.src ?? '')).toBe(true);
});
test.each(['', '../evil', 'x"><script>', 'https://evil.example/a', 'a?autoplay=1'])(
  'R3.08 the film id %j is none: no frame, and the words stand',
  async (videoId) => {
    const container = await blocks([
      aBlock('youtubeIframe', { videoId, title: 'Film', textAlternative: '<p>Words</p>' }),
    ]);
    expect(container.querySelector('button, iframe')).toBeNull();
    expect(container.textContent).toContain('Words');
  },
);
test('R3.16 pictures in a row have a slide for each, with its alternative text, and buttons to move', async () => {
  const image = (name: string) => aBlock('image', { image: `scenes/${name}`, alt: name });
  const container = await blocks([
    aBlock('imagesSlider', {
      title: 'Where it grows',
      images: [image('beds'), image('barn'), aBlock('image', {})],
    }),
  ]);
  expect(container.querySelector('h2')?.textContent).toBe('Where it grows');
  expect(
    [...container.querySelectorAll('[aria-roledescription="slide"] img')].map((one) =>
      one.getAttribute('alt'),
    ),
  ).toEqual(['beds', 'barn']);
  expect(container.querySelectorAll('button')).toHaveLength(2);
  // Keys can scroll it, though nothing in it takes the focus.
  expect(container.querySelector('[tabindex="0"] img')).not.toBeNull();
});
test('R3.17 a map beside words: fetched when asked for, around its point; without one the words alone', async () => {
  const map = {
    title: 'Warehouse',
    text: '<p>Enter from the north</p>',
    mapTitle: 'Map: Ukmergė',
    zoom: 13,
    latitude: '55.25',
    longitude: '24.77',
  };
  const shown = await show(<ContentBlocks contentTypes={[aBlock('halfAndHalfGoogleMapBlock', map)]} />);
  expect(shown.container.textContent).toContain('Enter from the north');
  expect(shown.container.querySelector('a')?.getAttribute('href')).toBe(
    'https://www.google.com/maps/search/?api=1&query=55.25,24.77',
  );
  await shown.click(shown.container.querySelector('button'));
  const frame = shown.container.querySelector('iframe');
  expect(frame?.title).toBe('Map: Ukmergė');
  expect(frame?.src).toMatch(/!2d24\.77!3d55\.25!/);
  expect(isFrameAllowed(frame?.src ?? '')).toBe(true);
  const nowhere = await blocks([aBlock('halfAndHalfGoogleMapBlock', { ...map, latitude: 'north' })]);
  expect(nowhere.querySelector('button, iframe, a')).toBeNull();
  expect(nowhere.textContent).toContain('Enter from the north');
});
test('R3.20 places of collection have address, hours, telephone and the way there', async () => {
  const place = (name: string, more = {}) =>
    aBlock('location', {
      name,
      address: `${name} 2`,
      hours: 'Mon-Fri 8-17',
      phone: '+370 600 00100',
      latitude: '55.25',
      longitude: '24.77',
      ...more,
    });
  const container = await blocks([
    aBlock('locationMapBlock', {
      title: 'Places',
      locations: [place('One', { note: 'No chemicals here.' }), place('Two')],
    }),
  ]);
  const [one, two] = [...container.querySelectorAll('li')];
  expect(one?.textContent).toMatch(/One.*One 2.*Mon-Fri 8-17.*No chemicals here/s);
  expect([...(two?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
    'tel:+37060000100',
    'https://www.google.com/maps/search/?api=1&query=55.25,24.77',
  ]);
});
test('R3.26 beside the words of a half-and-half block stands a picture, a film, a gallery or a text', async () => {
  const media = async (mediaKind: string, given: Record<string, unknown>) => {
    const shown = await show(
      <ContentBlocks contentTypes={[aBlock('halfAndHalfBlock', { mediaKind, title: 'T', ...given })]} />,
    );
    if (mediaKind === 'youtube') await shown.click(shown.container.querySelector('button'));
    return shown.container;
  };
  expect((await media('image', { image: 'scenes/a', alt: 'A' })).querySelector('img')?.alt).toBe('A');
  expect(
    (await media('youtube', { videoId: 'M7lc1UVf-VE', videoTitle: 'Film' })).querySelector('iframe')?.title,
  ).toBe('Film');
  const gallery = await media('gallery', {
    gallery: [
      aBlock('image', { image: 'scenes/a', alt: 'one' }),
      aBlock('image', { image: 'scenes/b', alt: 'two' }),
    ],
  });
  expect(
    [...gallery.querySelectorAll('[aria-roledescription="slide"] img')].map((one) => one.getAttribute('alt')),
  ).toEqual(['one', 'two']);
  expect(
    (await media('text', { mediaText: '<ul><li>Point</li></ul>' })).querySelector('li')?.textContent,
  ).toBe('Point');
});
test('R3.23 R3.78 a recommended list asks for its placement and shows the products of the answer in its order', async () => {
  const asked: unknown[] = [];
  const block = aBlock('nostoPlacement', { placement: 'product_page', title: 'Others look at', count: 4 });
  const container = await blocks([block], {
    answers: {
      recommendations: (input) => {
        asked.push(input);
        return { data: [{ product_id: 'B' }, { product_id: 'A' }], meta: {} };
      },
      products: ({ query }) => {
        asked.push(query);
        return {
          data: [aProduct({ code: 'B', name: 'Second' }), aProduct({ code: 'A', name: 'First' })],
          meta: {},
        };
      },
    },
  });
  expect(asked).toEqual([
    expect.objectContaining({ params: { placement: 'product_page' }, query: { itemsPerPage: 4 } }),
    expect.objectContaining({ code: ['B', 'A'], itemsPerPage: 100 }),
  ]);
  // What is on its way shows as such for a moment.
  await expect.poll(() => container.querySelector('h2')?.textContent).toBe('Others look at');
  expect([...container.querySelectorAll('article h3')].map((one) => one.textContent)).toEqual([
    'Second',
    'First',
  ]);
  // No answer: the part is not there, and the one below it is.
  expect((await blocks([block, words('after')])).textContent).toBe('after');
});

test('R3.24 an unknown code shows nothing and harms no neighbour', async () => {
  const container = await blocks([words('before'), aBlock('x', { text: 'secret' }), words('after')]);
  expect(container.textContent).toMatch(/before.*after/s);
  expect(container.textContent).not.toContain('secret');
});

test('R3.25 the reader of properties gives a typed value for each kind of field', () => {
  const properties = {
    blocks: { kind: 'blocks', value: [aBlock('slide')] },
    file: { kind: 'file', value: 'scenes/a' },
    select: { kind: 'select', value: 3 },
    ckeditor: { kind: 'ckeditor', value: '<p>x</p>' },
    input: { kind: 'input', value: 'words' },
    colour: { kind: 'color_picker', value: '#ffffff' },
    checkbox: { kind: 'checkbox', value: true },
    smart: { kind: 'smart_select', value: ['A', 'B'] },
  };
  expect(partsOf(properties, 'blocks')).toHaveLength(1);
  expect(textOf(properties, 'file')).toBe('scenes/a');
  expect(numberOf(properties, 'select')).toBe(3);
  expect(textOf(properties, 'ckeditor')).toBe('<p>x</p>');
  expect(textOf(properties, 'input')).toBe('words');
  expect(textOf(properties, 'colour')).toBe('#ffffff');
  expect(flagOf(properties, 'checkbox')).toBe(true);
  expect(codesOf(properties, 'smart')).toEqual(['A', 'B']);
  expect([textOf(properties, 'none'), numberOf(properties, 'input'), flagOf(properties, 'none')]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test('a place that could not be asked about is no empty place: the failure is not kept, and the screen stands', async () => {
  const { queryClient, shop } = await show(null);
  const call = vi.fn(() => Promise.reject(new ApiError('unreachable', 500, { message: 'Unreachable' })));
  const services = { queryClient, shop: { ...shop, call: call as never } } as never;
  await expect(loadBlocks(services, 'cart_inner_page')).resolves.toBeUndefined();
  expect(call).toHaveBeenCalledOnce();
  expect(queryClient.getQueryData(contentQueries.blocks(shop, 'cart_inner_page').queryKey)).toBeUndefined();
});
