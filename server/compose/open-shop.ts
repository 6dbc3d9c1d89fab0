/** Opens everything a running shop needs, in order, and closes it in reverse: used by main.ts and by tests. */
import path from 'node:path';
import { createApp, type App, type AppServices } from './app.ts';
import { openAreas } from './open-areas.ts';
import { createOutsideLink } from '#server/navigation/other-shop.ts';
import { createCatalogueServices, mountCatalogue } from './open-catalogue.ts';
import { openChannelDirectory, type KeptDirectory } from '#server/channels/channel-directory.ts';
import type { Config } from '#server/process/config.ts';
import { compareVersions } from '#server/database/compare-versions.ts';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { seedApart } from '#server/seed/seed-apart.ts';
import { createDiscovery } from '#server/discovery/mount-discovery.ts';
import { startJobs } from '#server/jobs/run-due.ts';
import { mountSamplePapers } from '#server/catalogue/sample-paper-routes.ts';
import { mountImages } from '#server/images/image-routes.ts';
import { ImageService } from '#server/images/image-service.ts';
import { makePicturesAhead } from '#server/images/make-ahead.ts';
import { createLog, type Log } from '#server/process/log.ts';
import { createLinkOrigin } from '#server/http/link-origin.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { createMetrics } from '#server/process/metrics.ts';
import { openOrders } from './open-orders.ts';
import { openSandboxBank } from '#server/payment/sandbox-bank.ts';
import { createPageServer, type PageServerOptions } from '#server/pages/page-server.ts';
import { keepPreviousBuild } from '#server/pages/previous-builds.ts';
import { loadStaticFiles } from '#server/pages/static-files.ts';
import { keepWorkerPolicy, withWorkerPolicy } from '#server/pages/worker-policy.ts';
import { createReadiness } from './readiness.ts';
import { startWarnings } from './start-warnings.ts';
import { openSessions } from './open-sessions.ts';
import { WorkQueue } from '#server/process/work-queue.ts';

/**
 * Calls that use the database at once: more than it has cores for only wait there, holding a connection each. The others wait
 * for a second at most, by the pace of those before them; a device that is refused asks again by itself.
 */
const callsAtOnce = 8;
const waitingCalls = { all: 1_000, ofOne: 100, wait: 1_000 };
/** Places that one client leaves to others: who reads a cart of hundreds of lines over fifty connections held up everybody. */
const placesForOthers = 2;
/** @param most connections that calls may take */
function createCallQueue(most: number): WorkQueue {
  const width = Math.max(1, Math.min(callsAtOnce, most));
  return new WorkQueue(width, { ...waitingCalls, atOnce: Math.max(1, width - placesForOthers) });
}

const dist = path.join(import.meta.dirname, '../../dist');

export interface OpenShop {
  app: App;
  database: OpenDatabase;
  log: Log;
  /** Told once the socket is open: links of mails may lead there. */
  listensOn(port: number): void;
  /** From now on `/readyz` says that requests should go to another process. */
  drain(): void;
  close(): Promise<void>;
}

interface Options {
  /** One line per long step. */
  progress?: Progress;
  /** False: the API alone, without the built pages. */
  pages?: boolean;
  development?: PageServerOptions['development'];
}

type Progress = (line: string) => void;

/** Fills a database that is empty, and says what of this shop is not as it is where customers are. */
async function fillAndTell(database: OpenDatabase, config: Config, progress: Progress): Promise<void> {
  if (await seedApart(database, config.demoData))
    progress(
      config.demoData
        ? 'Filled the empty database with the demo shop.'
        : 'Opened a shop without goods: npm run shop -- import FILE brings them.',
    );
  if (database.apart !== null) progress(database.apart);
  if (await openSandboxBank(database.db, config.paymentSandbox))
    progress('Cards and banks lead to the sandbox bank: no money is taken (PAYMENT_SANDBOX).');
  if (!config.jobs)
    progress(
      'JOBS is off: no mail leaves, unpaid orders do not lapse, prices do not change. For a copy that is only looked at.',
    );
  if (config.testDoors)
    progress(
      'TEST_DOORS is on: anybody who reaches this shop can read its mails. Never where customers are.',
    );
}

function tellNameless(directory: Pick<KeptDirectory, 'channels'>, progress: Progress): void {
  const unnamed = directory.channels().filter(({ seller }) => seller === undefined);
  if (unnamed.length > 0)
    progress(
      `Pages, papers and mails of ${unnamed.map(({ code }) => code).join(', ')} name no company yet: npm run shop -- set-seller CHANNEL FILE.`,
    );
}

type Catalogue = Awaited<ReturnType<typeof createCatalogueServices>>;

/** Compares what is kept in memory with the database now and then: a notice of a change may get lost. @returns what ends it */
function compareAgain(
  database: OpenDatabase,
  directory: KeptDirectory,
  catalogue: Catalogue,
  report: (error: unknown) => void,
): () => void {
  return compareVersions(
    database.db,
    {
      catalogue: [
        directory,
        {
          version: () => catalogue.catalogue.state.data.version,
          changed: () => catalogue.catalogue.catalogueChanged(),
        },
      ],
      content: [
        { version: () => catalogue.content.data.version, changed: () => catalogue.content.changed() },
      ],
    },
    report,
  );
}

/** The calls about goods, their papers and their pictures. */
const goodsArea =
  (
    catalogue: Catalogue,
    directory: KeptDirectory,
    images: ImageService,
    config: Config,
    isReady: () => Promise<void>,
  ): AppServices['areas'][number] =>
  (server, hono) => {
    mountCatalogue(server, catalogue, directory, isReady, createOutsideLink(config, directory));
    mountSamplePapers(hono, catalogue.catalogue, (request) => server.clientOf(request));
    mountImages(hono, images, (request) => server.clientOf(request));
  };

/** The built files, and those of builds before for pages that are open still. */
const filesOf = (config: Config, { development }: Options) =>
  loadStaticFiles(dist, development ? undefined : keepPreviousBuild(dist, config.dataDir));

/** What opens the pages, once there are calls that they can ask. */
const pagesOf =
  ({
    config,
    options: { development },
    directory,
    catalogue,
    discovery,
    log,
  }: {
    config: Config;
    options: Options;
    directory: KeptDirectory;
    catalogue: Catalogue;
    discovery: ReturnType<typeof createDiscovery>;
    log: Log;
  }) =>
  (endpoints: EndpointServer) =>
    createPageServer({
      config,
      directory,
      dist,
      callInProcess: (name, input, context) => endpoints.callInProcess(name, input, context),
      outsideHead: discovery.outsideHead,
      version: () => `${directory.timesRead()}.${catalogue.version()}`,
      report: (error, requestId) => log.error({ requestId, error }, 'page failed'),
      ...(development ? { development } : {}),
    });

export async function openShop(config: Config, options: Options = {}): Promise<OpenShop> {
  const { progress = () => {}, pages = true } = options;
  const log = createLog(config.logLevel);
  progress('Opening the database ...');
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    connections: config.databaseConnections,
    statementTime: config.databaseTimeout,
  });
  try {
    await fillAndTell(database, config, progress);
    const report = (error: unknown, what = 'fault', facts: Record<string, string | number> = {}) =>
      log.error({ ...facts, error }, what);
    const directory = await openChannelDirectory(database.db, config, report);
    tellNameless(directory, progress);
    await database.listen('catalogue', () => directory.changed());
    const workerPolicy = await keepWorkerPolicy(
      database.db,
      (channel, changed) => database.listen(channel, changed),
      report,
    );
    const images = new ImageService(database.db, config.dataDir);
    const catalogue = await createCatalogueServices(database, report, images);
    /** ms that what is kept in memory lags behind the database. */
    const behind = () => Math.max(directory.behind(), catalogue.behind());
    const endComparing = compareAgain(database, directory, catalogue, report);
    const readiness = createReadiness(() => database.pool.ping(), behind);
    const means = {
      db: database.db,
      config,
      now: () => new Date(),
      report,
      catalogueData: () => catalogue.catalogue.state.data,
    };
    const hosts = { directory, channelByHost: config.channelByHost };
    // Each holds one connection, and a limit that is counted takes a second one for a moment.
    const calls = createCallQueue(config.databaseConnections - 2);
    const orders = await openOrders({
      ...means,
      hosts,
      tell: (what, facts) => log.info(facts, what),
      giveWay: (longest) => calls.idle(longest),
    });
    for (const { facts, text } of await startWarnings(database.db, config)) log.warn(facts, text);
    const sessions = await openSessions(means);
    const discovery = createDiscovery({ db: database.db, config, directory, catalogue });
    let listening = config.port === 0 ? undefined : config.port;
    const app = await createApp({
      config,
      directory,
      linkOrigin: createLinkOrigin({
        ...hosts,
        publicUrl: config.publicUrl,
        port: () => listening,
      }),
      log,
      metrics: createMetrics({ behind: () => behind() / 1000 }),
      areas: [
        goodsArea(catalogue, directory, images, config, readiness.check),
        ...orders.areas,
        ...sessions.areas,
        ...(await openAreas(means)),
        (server, hono) => discovery.mount(hono, (request) => server.clientOf(request)),
      ],
      authenticate: sessions.authenticate,
      idempotency: orders.idempotency,
      calls,
      ready: readiness.check,
      staticFiles: withWorkerPolicy(filesOf(config, options), workerPolicy.current),
      ...(pages ? { pages: pagesOf({ config, options, directory, catalogue, discovery, log }) } : {}),
    });
    const jobs = config.jobs ? startJobs(orders.mail) : null;
    const background = new AbortController();
    // Tests and benchmarks have the machine to themselves.
    if (!config.testDoors) makePicturesAhead(database.db, images, background.signal).catch(report);
    return {
      app,
      database,
      log,
      listensOn: (port) => {
        listening = port;
      },
      drain: readiness.drain,
      async close() {
        background.abort();
        images.close();
        endComparing();
        catalogue.close();
        directory.close();
        workerPolicy.close();
        await jobs?.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
