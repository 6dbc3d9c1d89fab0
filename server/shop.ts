/**
 * `npm run shop -- COMMAND`: the shop's own hand (contract 4.15). Works beside a running shop on the same database.
 * Status 0: done; 1: refused, with one line that says why; 2: done in part (rows of a feed were left out); 64: said
 * wrongly; 78: the settings or the database are not right.
 */
import type { Pool } from 'pg';
import { createApp, type App } from './compose/app.ts';
import { ImportError, runImport } from './catalogue/run-import.ts';
import { openChannelDirectory } from './channels/channel-directory.ts';
import { ownAddress, readConfig, settingNames, type Config } from './process/config.ts';
import { openDatabase } from './database/open-database.ts';
import { StartError } from './errors/start-error.ts';
import { acceptCertificate, recordTradeProof, showTradeProof } from './jobs/account-commands.ts';
import { refusalLine, UsageError } from './jobs/command-error.ts';
import { asksForHelp, usage, usageOf } from './jobs/command-list.ts';
import { listDelivery, setDelivery } from './jobs/delivery-commands.ts';
import { addDiscount, endDiscount } from './jobs/discount-commands.ts';
import { listGoods } from './jobs/goods-look-up.ts';
import {
  listOrders,
  listReviews,
  listCategories,
  listWarehouses,
  showOrder,
} from './jobs/look-up-commands.ts';
import { setOrderMail } from './jobs/order-mail-command.ts';
import { placeIntentText, readIntentText } from './jobs/place-intent-text.ts';
import { addGiftCard, sellCards, showGiftCard, switchGiftCard } from '#server/jobs/keeper-gift-cards.ts';
import { correctPoints, showPoints } from './jobs/keeper-points.ts';
import { endGift, listGifts, setGift } from './jobs/keeper-gifts.ts';
import { addPromotion, endPromotion } from '#server/jobs/promotion-commands.ts';
import { listPromotions } from '#server/jobs/list-promotions.ts';
import { isRestriction, restrictGoods } from './jobs/restrict-goods.ts';
import {
  addressToActAs,
  changeOrderState,
  orderActions,
  decideReview,
  runDueNow,
  type OrderAction,
} from './jobs/shop-commands.ts';
import { setSeller } from './jobs/seller-command.ts';
import { readPieceCount, setStock } from './jobs/set-stock-command.ts';
import { endTiers, setTiers } from './jobs/tier-price-commands.ts';
import { addWarehouse, closeWarehouse, setWarehouse } from './jobs/warehouse-commands.ts';
import type { ChannelDirectory } from './http/request-context.ts';
import { readShipOptions } from './jobs/ship-command.ts';
import { createLog, withoutAddresses } from './process/log.ts';
import type { MailServices } from './mail/mail-outbox.ts';
import { createMetrics } from './process/metrics.ts';
import { openOrders } from './compose/open-orders.ts';
import { writeWorkerPolicy } from './pages/worker-policy.ts';
import { oddLines, readDotEnv } from './process/read-dot-env.ts';

const isAction = (text: string | undefined): text is OrderAction =>
  (orderActions as readonly string[]).includes(text ?? '');

/** What a command may work with; `app` answers calls as the running shop does. */
interface Hands {
  services: MailServices;
  pool: Pool;
  config: Config;
  app: () => Promise<App>;
  directory: ChannelDirectory;
  /** Address of the shop, for the links of its mails. */
  origin: string;
}

/** What a command tells; `isPart`: not all of what was asked for was done. */
type Told = string | { text: string; isPart: boolean };

/** The work of a command about offers, gift cards or points, or null for one that is none of them. */
function offerCommandOf(words: readonly string[]): ((hands: Hands) => Promise<Told>) | null {
  const [name = '', first = '', second] = words;
  if (name === 'promotion' && first === 'add' && second !== undefined)
    return ({ services }) => addPromotion(services, second, words.slice(3));
  if (name === 'promotion' && first === 'end' && second !== undefined && words.length === 3)
    return ({ services }) => endPromotion(services, second);
  if (name === 'gift-card' && first === 'add' && second !== undefined)
    return ({ services }) => addGiftCard(services, second, words.slice(3));
  if (name === 'gift-card' && first === 'sell' && (second === 'on' || second === 'off'))
    return ({ services }) => sellCards(services, second, words.slice(3));
  if (
    name === 'gift-card' &&
    (first === 'on' || first === 'off') &&
    second !== undefined &&
    words.length === 3
  )
    return ({ services }) => switchGiftCard(services, second, first);
  // A word of the commands above without what belongs to it is said wrongly, and no code.
  if (name === 'gift-card' && !['', 'add', 'sell', 'on', 'off'].includes(first) && words.length === 2)
    return ({ services }) => showGiftCard(services, first);
  if (name === 'discount' && first === 'add' && second !== undefined)
    return ({ services }) => addDiscount(services, second, words.slice(3));
  if (name === 'discount' && first === 'end' && second !== undefined && words.length === 3)
    return ({ services }) => endDiscount(services, second);
  if (name === 'tier-price' && first === 'set' && second !== undefined)
    return ({ services }) => setTiers(services, second, words.slice(3));
  if (name === 'tier-price' && first === 'off' && second !== undefined)
    return ({ services }) => endTiers(services, second, words.slice(3));
  if (name === 'gift' && first === 'set' && second !== undefined)
    return ({ services }) => setGift(services, second, words.slice(3));
  if (name === 'gift' && first === 'off' && second !== undefined)
    return ({ services }) => endGift(services, second, words.slice(3));
  if (name === 'points' && first !== '' && words.length === 2)
    return ({ services }) => showPoints(services, first);
  if (name === 'points' && (second === 'add' || second === 'take'))
    return ({ services }) => correctPoints(services, first, second, words.slice(3));
  return null;
}

/** The work of a command, or null for one that does not exist. */
function commandOf(words: readonly string[]): ((hands: Hands) => Promise<Told>) | null {
  const [name = '', first = '', second, third] = words;
  const lookUp = {
    warehouses: listWarehouses,
    categories: listCategories,
    reviews: listReviews,
    promotions: listPromotions,
    gifts: listGifts,
    delivery: listDelivery,
    'run-due': runDueNow,
  };
  if (Object.hasOwn(lookUp, name) && words.length === 1)
    return ({ services }) => lookUp[name as keyof typeof lookUp](services);
  if (name === 'orders') return ({ services }) => listOrders(services, words.slice(1));
  if (name === 'goods') return ({ services }) => listGoods(services, words.slice(1).join(' '));
  if (name === 'order-mail' && second !== undefined && words.length === 3)
    return ({ services }) => setOrderMail(services, first, second === 'off' ? null : second);
  if (name === 'delivery' && first === 'set' && second !== undefined)
    return ({ services }) => setDelivery(services, second, words.slice(3));
  if (name === 'warehouse' && first === 'add' && second !== undefined)
    return ({ services }) => addWarehouse(services, second, words.slice(3));
  if (name === 'warehouse' && first === 'set' && second !== undefined && words.length > 3)
    return ({ services }) => setWarehouse(services, second, words.slice(3));
  if (name === 'warehouse' && first === 'off' && second !== undefined && words.length === 3)
    return ({ services }) => closeWarehouse(services, second);
  if (name === 'worker' && (first === 'on' || first === 'off') && words.length === 2)
    return async ({ services }) => {
      await writeWorkerPolicy(services.db, first);
      return first === 'off'
        ? 'Browsers drop the worker at their next visit.'
        : 'Browsers may keep the worker.';
    };
  if (name === 'import' && first !== '' && words.length === 2)
    return async ({ pool, config }) => {
      const { report, text } = await runImport(pool, first, { uncounted: config.feedUncounted });
      const { refused, notes, remarks, ...counts } = report;
      // Whoever runs it by the clock collects lines; whoever sits at the terminal reads the text.
      if (!process.stderr.isTTY)
        createLog(config.logLevel, 'command', 2).info(
          { ...counts, refused: refused.length, notes: notes.length, remarks: remarks.length },
          'feed imported',
        );
      return { text, isPart: refused.length > 0 };
    };
  if (name === 'intent' && first !== '')
    return async ({ app, origin }) => {
      const text = readIntentText(words.slice(1));
      return placeIntentText(await app(), text, origin);
    };
  if (name === 'order' && first !== '' && words.length === 2)
    return ({ services }) => showOrder(services, first);
  if (name === 'order' && second === 'ship')
    return async ({ services }) => changeOrderState(services, first, second, readShipOptions(words.slice(3)));
  if (name === 'order' && isAction(second) && words.length === 3)
    return ({ services }) => changeOrderState(services, first, second);
  if (name === 'trade-proof' && first !== '' && words.length === 2)
    return ({ services }) => showTradeProof(services, first);
  if (name === 'trade-proof' && first !== '' && second !== undefined)
    return ({ services }) => recordTradeProof(services, first, words.slice(2).join(' '));
  if (name === 'certificate' && second === 'off' && words.length === 3)
    return ({ services }) => acceptCertificate(services, first, null);
  if (name === 'certificate' && second !== undefined && third !== undefined && words.length > 4)
    return ({ services }) =>
      acceptCertificate(services, first, {
        number: second,
        validUntil: third,
        holder: words.slice(4).join(' '),
      });
  if (
    name === 'restrict' &&
    isRestriction(second) &&
    (third === 'on' || third === 'off') &&
    words.length === 4
  )
    return ({ services }) => restrictGoods(services, first, second, third === 'on');
  if ((name === 'accept-review' || name === 'reject-review') && words.length === 2)
    return ({ services }) =>
      decideReview(services, first, name === 'accept-review' ? 'accepted' : 'rejected');
  if (name === 'set-seller' && second !== undefined && words.length === 3)
    return ({ services }) => setSeller(services, first, second);
  if (name === 'impersonate' && first !== '' && words.length <= 4)
    return ({ services, directory, origin }) =>
      addressToActAs(services, { email: first, actor: second, channelCode: third, directory, origin });
  if (name === 'set-stock' && second !== undefined && third !== undefined && words.length === 4)
    return async ({ services }) => setStock(services, first, second, readPieceCount(third));
  return offerCommandOf(words);
}

async function run(): Promise<number> {
  if (asksForHelp(process.argv.slice(2))) {
    console.log(usage);
    return 0;
  }
  const command = commandOf(process.argv.slice(2));
  if (!command) {
    console.error(usageOf(process.argv[2] ?? ''));
    return 64;
  }
  for (const line of oddLines(settingNames())) console.error(line);
  const config = readConfig(readDotEnv());
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    role: 'command',
    connections: 2,
  });
  try {
    const { mail, areas, idempotency } = await openOrders({
      db: database.db,
      config,
      now: () => new Date(),
      report: (error, what) =>
        console.error(what, withoutAddresses(error instanceof Error ? error.message : String(error))),
    });
    const origin = config.publicUrl ?? ownAddress(config, config.port);
    const directory = await openChannelDirectory(database.db, config);
    const app = async () =>
      createApp({
        config,
        directory,
        log: createLog('error', 'command'),
        metrics: createMetrics(),
        areas,
        idempotency,
        linkOrigin: () => origin,
        ready: async () => {},
      });
    const told = await command({ services: mail, pool: database.pool, config, app, directory, origin });
    console.log(typeof told === 'string' ? told : told.text);
    return typeof told !== 'string' && told.isPart ? 2 : 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const line =
    error instanceof StartError || error instanceof ImportError ? error.message : refusalLine(error);
  if (line === null) throw error;
  console.error(line);
  process.exitCode = error instanceof StartError ? 78 : error instanceof UsageError ? 64 : 1;
}
