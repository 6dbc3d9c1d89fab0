/** Puts the order side of the shop together: carts, checkout, payments, papers, mails, idempotency. */
import path from 'node:path';
import { endpoints, type EndpointName } from '#contract/calls/endpoints.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { mountCart } from '#server/cart/cart-routes.ts';
import { mountCheckout } from '#server/checkout/checkout-routes.ts';
import { mountIntents } from '#server/intents/intent-routes.ts';
import { mountOrderHistory } from '#server/placed-orders/history-routes.ts';
import type { Config } from '#server/process/config.ts';
import { shopSecret } from '#server/database/shop-secret.ts';
import { mountDocuments } from '#server/placed-orders/document-routes.ts';
import { createIdempotency } from '#server/http/idempotency.ts';
import { aMinute, mailsAnHour, refusalsAnHour, sharedLimit } from '#server/http/rate-limits.ts';
import { createRateLimit } from '#server/http/token-bucket.ts';
import { countJudgedEmails } from '#server/order-terms/judged-emails.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import type { EndpointServer, IdempotencyGuard } from '#server/http/serve-endpoint.ts';
import { mountDevMails } from '#server/mail/dev-mails.ts';
import { writeLetter } from '#server/letters/write-letter.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { folderTransport, smtpTransport } from '#server/mail/mail-transport.ts';
import { bankDelay, createSandboxBank, mountSandboxBank } from '#server/payment/sandbox-bank.ts';
import type { PaymentServices } from '#server/payment/payment-commands.ts';
import { mountPayments } from '#server/payment/payment-routes.ts';
import {
  askerOf,
  currentOrder,
  reader,
  requireOrder,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { namesOfCart } from '#server/order-store/find-order.ts';
import type { Area, Means } from './means.ts';

/** Calls on one order that take a body. */
const onOneOrder = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].path.includes('/orders/:token') && 'body' in shapes[name],
);

/** Whose order it is, is asked before what was sent with the call is looked at. */
function admitAskers(server: EndpointServer, services: OrderServices): void {
  server.admit(onOneOrder, async ({ params, context }) => {
    await requireOrder(services, reader(services), (params as { token: string }).token, context);
  });
}

export interface Orders {
  services: OrderServices;
  payments: PaymentServices;
  bank: ReturnType<typeof createSandboxBank>;
  /** For the jobs (server/jobs) and the shop's commands. */
  mail: MailServices;
  idempotency: IdempotencyGuard;
  areas: Area[];
}

type OrderSettings = Pick<
  Config,
  'rateLimitFactor' | 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'dataDir' | 'testDoors'
>;

export async function openOrders(
  means: Omit<Means, 'catalogueData' | 'config'> & {
    config: OrderSettings;
    tell?: OrderServices['tell'];
    giveWay?: MailServices['giveWay'];
    /** Missing for commands, which nobody pays through. */
    hosts?: PaymentServices['hosts'];
    /** Runs what the sandbox bank does later; tests run it when they want to. */
    later?: (work: () => Promise<void>) => void;
  },
): Promise<Orders> {
  const { db, config, now, report, tell = () => {}, hosts = { directory: { channels: () => [] } } } = means;
  const afterBankDelay = (work: () => Promise<void>) => {
    setTimeout(
      () => void work().catch((error: unknown) => report(error, 'a late notice of the sandbox bank failed')),
      bankDelay,
    ).unref();
  };
  const services: OrderServices = {
    db,
    now,
    tell,
    tokenMisses: createRateLimit(aMinute.tokenMisses * config.rateLimitFactor),
    cartCopies: createRateLimit(aMinute.cartCopies * config.rateLimitFactor),
    keptRefusals: createRateLimit(
      refusalsAnHour.amount * config.rateLimitFactor,
      () => now().getTime(),
      refusalsAnHour.periodMs,
    ),
    codeTries: createSharedLimit(db, { ...sharedLimit('code', config.rateLimitFactor), now }),
    countJudged: countJudgedEmails(db, { factor: config.rateLimitFactor, now }),
    letterSecret: await shopSecret(db, 'newsletter'),
  };
  const idempotency = createIdempotency({
    db,
    secret: await shopSecret(db, 'idempotency'),
    keptRefusals: services.keptRefusals,
    currentOrder: (token, context) => currentOrder(services, token, context),
    namesOf: (token, context) => namesOfCart(reader(services), token, askerOf(context)),
  });
  const bank = createSandboxBank(await shopSecret(db, 'sandbox-bank'));
  const payments: PaymentServices = { ...services, provider: bank, hosts };
  const sandbox = mountSandboxBank(payments, bank, means.later ?? afterBankDelay);
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl)
    : folderTransport(path.join(config.dataDir, 'mail'));
  const mail: MailServices = {
    db,
    now,
    tell,
    writeLetter,
    transport,
    publicUrl: config.publicUrl,
    letterSecret: services.letterSecret,
    mailFrom: config.mailFrom,
    mailsAnHour: mailsAnHour(config.rateLimitFactor),
    report,
    ...(means.giveWay ? { giveWay: means.giveWay } : {}),
  };
  return {
    services,
    payments,
    bank,
    idempotency,
    mail,
    areas: [
      (server) => admitAskers(server, services),
      mountCart(services),
      mountCheckout(services),
      mountIntents(services),
      mountOrderHistory(services),
      mountPayments(payments),
      mountDocuments(payments),
      (_server, app) => {
        sandbox(app);
        if (config.testDoors) mountDevMails(transport)(app);
      },
    ],
  };
}
