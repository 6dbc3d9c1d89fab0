import { brand } from '#lib/brand.ts';
import type { ManifestOptions } from 'vite-plugin-pwa';

/** The installed shop as the device shows it (R0.07, R0.08; UX PWA-04). Texts are Lithuanian: the default locale. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: `${brand.name} – prekės sodui ir ūkiui`,
  short_name: brand.name,
  description: 'Sėklos, trąšos ir reikmenys sodui bei ūkiui. Veikia ir be ryšio.',
  lang: 'lt',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#FBF9F4',
  theme_color: '#1E5B3C',
  categories: ['shopping', 'business'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  screenshots: [
    {
      src: '/screenshots/narrow.png',
      sizes: '720x1280',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Prekių sąrašas telefone',
    },
    {
      src: '/screenshots/wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Parduotuvė kompiuteryje',
    },
  ],
  shortcuts: [
    {
      name: 'Paieška',
      url: '/p/paieska',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Greitas užsakymas ir skenavimas',
      url: '/greitas-uzsakymas',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Krepšelis',
      url: '/krepselis',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Laukia išsiuntimo',
      url: '/laukia',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
};
