/** What of a shop is not as it is where customers are: told at each start, since nothing else would say it. */
import type { Kysely } from 'kysely';
import type { Config } from '#server/process/config.ts';
import type { Database } from '#server/database/schema.ts';
import { channelsWithoutSender } from '#server/mail/mail-outbox.ts';

export interface StartWarning {
  text: string;
  facts: Record<string, string | readonly string[]>;
}

/** The setting is about an empty database, and is often said when the demo shop has been looked at already. */
async function goodsWarnings(
  db: Kysely<Database>,
  { demoData }: Pick<Config, 'demoData'>,
): Promise<StartWarning[]> {
  if (demoData) return [];
  const demo = await db
    .selectFrom('product')
    .select('id')
    .where('source', '=', 'seed')
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  return demo === undefined
    ? []
    : [
        {
          text: 'the demo goods are still sold: DEMO_DATA=off is for an empty database. For a shop of your own set DATA_DIR or DATABASE_URL to another one',
          facts: {},
        },
      ];
}

/** Where mails go to people: who writes them, and where their links lead. */
async function mailWarnings(
  db: Kysely<Database>,
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'channelByHost'>,
): Promise<StartWarning[]> {
  if (config.smtpUrl === undefined) return [];
  const { publicUrl, channelByHost } = config;
  // Every address that the shop writes is the public one: an order of the other shop is not found there.
  const others = Object.keys(channelByHost).filter(
    (host) => publicUrl !== undefined && host !== new URL(publicUrl).hostname,
  );
  const senderless = await channelsWithoutSender(db, config.mailFrom);
  return [
    ...(senderless.length > 0
      ? [
          {
            text: 'mails have no sender: set MAIL_FROM, or name the seller (npm run shop -- set-seller)',
            facts: { channels: senderless },
          },
        ]
      : []),
    ...(others.length > 0
      ? [
          {
            text: 'links of mails lead buyers of these hosts to PUBLIC_URL, where their orders are not found: leave PUBLIC_URL out where each shop has a host of its own (CHANNEL_BY_HOST)',
            facts: { hosts: others },
          },
        ]
      : []),
    ...(publicUrl === undefined && Object.keys(channelByHost).length === 0
      ? [
          {
            text: 'links of mails and feeds lead to this machine, which customers cannot reach: set PUBLIC_URL to the address that they see',
            facts: {},
          },
        ]
      : []),
  ];
}

export const startWarnings = async (db: Kysely<Database>, config: Config): Promise<StartWarning[]> => [
  ...(await goodsWarnings(db, config)),
  ...(await mailWarnings(db, config)),
];
