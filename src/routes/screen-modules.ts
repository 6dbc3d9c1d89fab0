/**
 * In which file each screen is: how the server finds the styles of the first page. No script of the browser needs it; keep in
 * step with route-table.tsx (screen-modules.test.ts looks).
 */
import type { RouteName } from '#contract/route-table.ts';

export const screenModules: Readonly<Partial<Record<RouteName, string>>> = {
  HOME: 'src/routes/home.tsx',
  TAXON_PRODUCTS: 'src/routes/category.tsx',
  ATTRIBUTE_PRODUCTS: 'src/routes/attribute.tsx',
  ATTRIBUTE_PRODUCTS_TAXON: 'src/routes/attribute.tsx',
  SALES: 'src/routes/sales.tsx',
  SALES_TAXON: 'src/routes/sales.tsx',
  PRODUCTS_SEARCH: 'src/routes/search-results.tsx',
  PRODUCT_INNER: 'src/routes/product.tsx',
  CART: 'src/routes/cart.tsx',
  CHECKOUT_THANK_YOU: 'src/routes/thank-you.tsx',
  CHECKOUT: 'src/routes/checkout.tsx',
  WISHLIST: 'src/routes/wishlist.tsx',
  WAITING: 'src/routes/waiting.tsx',
  NEWSLETTER_CONFIRM: 'src/routes/letter-link.tsx',
  NEWSLETTER_STOP: 'src/routes/letter-link.tsx',
  STOCK_REQUEST: 'src/routes/letter-link.tsx',
  ORDER: 'src/routes/order.tsx',
  NEWS: 'src/routes/news.tsx',
  NEWS_SECTION: 'src/routes/news.tsx',
  NEWS_INNER: 'src/routes/article.tsx',
  FAQ: 'src/routes/faq.tsx',
  FAQ_ITEM: 'src/routes/faq.tsx',
  DEVICE: 'src/routes/device.tsx',
  ACCOUNT_INNER: 'src/routes/account.tsx',
  REGISTRATION: 'src/routes/registration.tsx',
  AUTH: 'src/routes/auth.tsx',
  EMAIL_VERIFICATION: 'src/routes/auth.tsx',
  VERIFY_ACCOUNT: 'src/routes/auth.tsx',
  RESET_REQUEST: 'src/routes/auth.tsx',
  RESET_PASSWORD: 'src/routes/auth.tsx',
  STATIC: 'src/routes/static-page.tsx',
};
