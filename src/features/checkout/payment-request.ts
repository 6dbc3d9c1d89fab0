import type { Shop } from '#api/shop.ts';
import type { Paths } from '#i18n/paths.ts';

/** Sends the browser to the page where an open payment is made; comes back to the thank-you page (CHK-13). */
export async function goToPayment(shop: Shop, paths: Paths, token: string, paymentId: number): Promise<void> {
  const { origin } = location;
  const request = await shop.call('requestPayment', {
    params: { token },
    body: {
      paymentId,
      action: 'capture',
      payload: {
        returnUrl: `${origin}${paths.thankYou()}?orderToken=${encodeURIComponent(token)}`,
        cancelUrl: `${origin}${paths.checkout(token)}`,
      },
    },
    idempotencyKey: crypto.randomUUID(),
  });
  if (request.redirectUrl !== undefined) {
    location.assign(request.redirectUrl);
    return;
  }
  if (request.form === undefined) throw new Error('No way to pay');
  const form = document.createElement('form');
  form.method = 'post';
  form.action = request.form.action;
  for (const [name, value] of Object.entries(request.form.fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
