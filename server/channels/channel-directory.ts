/** The channels in memory: every request asks which one it is for. Read anew when the catalogue version moves. */
import type { Kysely } from 'kysely';
import { defaultLocale, isLocale } from '#contract/locale.ts';
import type { Config } from '#server/process/config.ts';
import { StartError } from '#server/errors/start-error.ts';
import { ReadAnew } from '#server/database/read-anew.ts';
import type { Database } from '#server/database/schema.ts';
import type { ChannelDirectory, KnownChannel } from '#server/http/request-context.ts';

export interface KeptDirectory extends ChannelDirectory {
  /** catalogue_version when the channels were read. */
  version(): number;
  /** How often they were read. */
  timesRead(): number;
  /** For NOTIFY catalogue. */
  changed(): void;
  /** ms since the oldest change that is not read yet. */
  behind(): number;
  close(): void;
}

type Settings = Pick<Config, 'channelByHost' | 'channelCode' | 'activeLocales'>;

/**
 * @param settings host names of `channelByHost` win over those of the database; `channelCode` gives every host one
 * channel (R1.44); of the locales only the active ones are known (R1.40).
 * @throws StartError for a setting that names a channel which is not there
 */
export async function openChannelDirectory(
  db: Kysely<Database>,
  settings: Settings,
  report: (error: unknown) => void = () => {},
): Promise<KeptDirectory> {
  let known: KnownChannel[] = [];
  let version = 0;
  let timesRead = 0;
  const read = async () => {
    // Before the channels: what changes meanwhile has a later one.
    const before = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow();
    const channels = await db
      .selectFrom('channel')
      .selectAll()
      .where('enabled', '=', true)
      .orderBy('id')
      .execute();
    const locales = await db.selectFrom('channel_locale').selectAll().orderBy('position').execute();
    const isActive = (locale: string) => isLocale(locale) && settings.activeLocales.includes(locale);
    known = channels.map((channel) => {
      const mapped = Object.entries(settings.channelByHost);
      return {
        code: channel.code,
        hostnames: [
          ...mapped.filter(([, code]) => code === channel.code).map(([host]) => host),
          ...channel.hostnames.filter((host) => !(host in settings.channelByHost)),
        ],
        isDefault:
          settings.channelCode === undefined ? channel.is_default : channel.code === settings.channelCode,
        defaultLocale: isActive(channel.default_locale)
          ? channel.default_locale
          : (settings.activeLocales[0] ?? defaultLocale),
        locales: locales
          .filter((locale) => locale.channel_id === channel.id && isActive(locale.code))
          .map(({ code, name, path }) => ({ code, name, path })),
        ...(channel.seller ? { seller: channel.seller } : {}),
      };
    });
    if (settings.channelCode !== undefined) known = known.map((channel) => ({ ...channel, hostnames: [] }));
    version = before.version;
    timesRead += 1;
  };
  await read();
  checkNames(settings, known);
  const reading = new ReadAnew({ read, report });
  return {
    channels: () => known,
    version: () => version,
    timesRead: () => timesRead,
    changed: () => reading.changed(),
    behind: () => reading.behind,
    close: () => reading.close(),
  };
}

/** A wrong name would be noticed by customers: with the wrong goods, or the wrong prices. */
function checkNames({ channelCode, channelByHost }: Settings, known: readonly KnownChannel[]): void {
  const codes = known.map(({ code }) => code);
  const list = codes.join(', ');
  if (channelCode !== undefined && !codes.includes(channelCode))
    throw new StartError(`CHANNEL_CODE should be a channel of the shop (${list}), not "${channelCode}".`);
  const wrong = Object.entries(channelByHost).find(([, code]) => !codes.includes(code));
  if (wrong)
    throw new StartError(
      `CHANNEL_BY_HOST should lead to channels of the shop (${list}), not to "${wrong[1]}" as it does for ${wrong[0]}.`,
    );
}
