/**
 * Which modules of the page the build puts into one script. What is not named here is split by itself: a module that several
 * screens use becomes a script of its own, and of those there were a hundred and fifty. Each costs a request, a copy on the
 * device and a question to the worker at every start.
 *
 * A group takes along what its modules import, unless a group of higher priority has it. Two rules:
 * - what the first look does not need must not come into a group that it does (the byte budget tells);
 * - parts that are hydrated later (`-part.tsx`) stay scripts of their own: the build's manifest names their styles.
 */
export interface ScriptGroup {
  name: string;
  /** The highest takes first. */
  priority: number;
  /** Modules of `src`, without their endings, by folder. */
  modules: Record<string, readonly string[]>;
  /** Others, by their whole path. */
  others?: RegExp;
}

export const scriptGroups: readonly ScriptGroup[] = [
  {
    // What the entry needs before everything else, and nothing that would draw the libraries into it.
    name: 'first-look',
    priority: 10,
    modules: { lib: ['plain-click', 'site-data'], ui: ['pre-hydration-events', 'retry-script'] },
    others: /vite\/preload-helper|rolldown\/runtime/,
  },
  {
    // The libraries of every page: together they compress better, and outlive our own changes.
    name: 'libraries',
    priority: 6,
    modules: {},
    others:
      /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)(?!.*\/(mutationObserver|useMutation))|@lingui\/(core|react))\//,
  },
  {
    // What is asked of the libraries only once somebody changes something.
    name: 'mutations',
    priority: 5,
    modules: {},
    others: /node_modules\/(@tanstack\/.*\/(mutationObserver|useMutation)|use-sync-external-store\/)/,
  },
  {
    // What every first screen is drawn with.
    name: 'frame',
    priority: 5,
    modules: {
      api: ['shop', 'api-error', 'channel-queries', 'products-by-code'],
      contract: ['route-table'],
      'features/content': ['content-blocks', 'content-queries', 'content-properties'],
      'features/site-frame': [
        'frame-queries',
        'default-frame',
        'last-resort',
        'not-yet',
        'main-part',
        'information-bar',
      ],
      i18n: ['paths', 'format', 'activate-locale', 'texts-query'],
      lib: ['class-names', 'query-string', 'contrast', 'page-worker', 'listeners', 'stored-value', 'trans'],
      'offline/connection': ['connectivity'],
      routes: ['not-found'],
      ui: [
        'after-paint',
        'use-hydrated',
        'icon',
        'arrow-shapes',
        'link',
        'deferred',
        'breadcrumbs',
        'rich-text',
      ],
    },
  },
  {
    // Small things that most parts and screens are made of.
    name: 'kit',
    priority: 4,
    modules: {
      api: ['session-tokens', 'use-signed-in'],
      'features/cart': ['use-cart'],
      'features/search': ['recent-searches'],
      'features/site-frame': ['nav-item-link', 'language-switcher', 'logo'],
      'features/wishlist': ['wishlist-cell'],
      lib: ['safe-link', 'image-address', 'stored-list'],
      'offline/storage': ['copy-age'],
      ui: [
        'icon-shapes',
        'icon-shapes-later',
        'heart-shape',
        'server-markup',
        'button',
        'arrow-focus',
        'hold-scroll-position',
        'notice',
        'skeleton',
        'loading-time',
        'empty-state',
        'picture',
        'section',
        'badge',
        'price-text',
        'user-shape',
        'ground-colours',
      ],
    },
  },
  {
    // What a product page shows of prices and stock, and cards do: lists draw their cards after the first look.
    name: 'prices',
    priority: 4,
    modules: { 'domain/catalogue': ['product-view'] },
  },
  {
    // What a question to the shop takes.
    name: 'calls',
    priority: 4,
    modules: { api: ['call'], contract: ['endpoints'] },
  },
  {
    // Goods as cards, in lists and rows.
    name: 'cards',
    priority: 3,
    modules: {
      'features/cart': ['use-delete-item'],
      'features/product': [
        'product-grid',
        'product-card',
        'product-badges',
        'product-slider',
        'stock-line',
        'copy-note',
      ],
      ui: ['carousel', 'quantity-stepper'],
    },
  },
  {
    // What every screen of a list is made of, but for the cards.
    name: 'list',
    priority: 3,
    modules: {
      'features/listing': ['listing-queries', 'product-count', 'product-list', 'sub-categories'],
      routes: ['list-page'],
      'routes/screens': ['listing'],
    },
  },
  {
    // Where an address leads by now: links of the page are looked at once it is at rest, and by whoever comes from a sign-in.
    name: 'redirects',
    priority: 3,
    modules: {
      contract: ['settled-address', 'account-pages'],
      domain: ['redirects'],
      lib: ['safe-path'],
      routes: ['moved-links'],
    },
  },
  {
    // Answers of the shop are checked with it, forms as well.
    name: 'zod',
    priority: 3,
    modules: { lib: ['zod'] },
    others: /node_modules\/zod\//,
  },
  {
    // What every form is made of; the one for letters stands below each page.
    name: 'forms',
    priority: 2,
    modules: {
      api: ['form-errors'],
      i18n: ['field-schema', 'field-sentences'],
      ui: ['form', 'form-error'],
    },
    others: /node_modules\/(react-hook-form|@hookform)\//,
  },
  {
    // What a visit does once it is at rest, and a start from the device at once: saved answers, outbox, link, worker.
    name: 'at-rest',
    priority: 2,
    modules: {
      analytics: ['page-views'],
      app: ['device-watch', 'restore-scroll', 'prefetch-home', 'prefetch-links'],
      'features/cart': ['cart-outbox'],
      'features/checkout': ['prefetch-options'],
      'features/site-frame': ['prefetch-menu'],
      'features/session': ['follow-session'],
      'features/wishlist': ['change-list', 'device-list', 'follow-account-list', 'kept-goods'],
      'offline/catalogue': ['offline-catalogue'],
      'offline/connection': ['link-watch'],
      'offline/outbox': ['use-outbox'],
      'offline/storage': ['saved-queries'],
      'offline/worker': ['worker-link', 'install-offer', 'chunk-reload'],
      ui: ['web-font', 'lost-focus'],
    },
    others: /node_modules\/workbox-window\//,
  },
];

/** Paths from the project's root, without their endings. */
export const modulesOf = ({ modules }: ScriptGroup): string[] =>
  Object.entries(modules).flatMap(([folder, names]) => names.map((name) => `src/${folder}/${name}`));

/** The groups as the bundler takes them. */
export const splitScripts = scriptGroups.map((group) => {
  const own = new Set(modulesOf(group));
  return {
    name: group.name,
    priority: group.priority,
    test: (id: string): boolean => {
      const path = /\/(src\/[^?]*\/[^/.?]+)\.[^/?]+$/.exec(id)?.[1];
      return (path !== undefined && own.has(path)) || group.others?.test(id) === true;
    },
  };
});
