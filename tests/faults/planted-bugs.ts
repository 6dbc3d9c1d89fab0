/**
 * Bugs that must not go unseen (docs/reliability.md, H0): the usual ways to lose or double an order, each a change of one
 * place of the code. Built into a copy by `run-planted.ts`, never into the project.
 */

export interface PlantedBug {
  name: string;
  what: string;
  /** Text that stands exactly once in the file, and what stands there with the bug. */
  changes: readonly { file: string; from: string; to: string }[];
  /** Test files of Vitest that see it. */
  seenBy: readonly string[];
  /** Whether random schedules (M1) see it too, which takes longer. */
  isSeenBySchedules: boolean;
}

const drain = 'src/offline/outbox/outbox-drain.ts';
const nextEntry = 'src/offline/outbox/next-entry.ts';
const request = 'src/offline/outbox/outbox-request.ts';
const database = 'src/offline/outbox/outbox-database.ts';
const drainTests = ['src/offline/outbox/outbox-drain.test.ts'];

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'captive-page-taken-for-success',
    what: 'The sign-in page of a network counts as the answer of the shop.',
    changes: [
      {
        file: request,
        from: `if (reply.kind !== 'ours') return unknown(0, false);\n  const { status, pause, echo, value } = reply;`,
        to: `if (reply.kind === 'foreign' && reply.status < 400) return { kind: 'done', order: null }; if (reply.kind !== 'ours') return unknown(0, false);\n  const { status, pause, echo, value } = reply;`,
      },
    ],
    seenBy: drainTests,
    isSeenBySchedules: true,
  },
  {
    name: 'cart-read-outside-lock',
    what: 'The cart that becomes an order is read without its lock: two presses see it open.',
    changes: [
      {
        file: 'server/checkout/complete-order.ts',
        from: 'requireOrder(services, trx, token, context, { lock: true });',
        to: 'requireOrder(services, trx, token, context);',
      },
    ],
    seenBy: ['server/intents/order-intent-races.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'delete-before-send',
    what: `The entry leaves the device's storage before it is sent.`,
    changes: [
      {
        file: drain,
        from: 'changes: { update: [entry] }, result: { ...pick,',
        to: 'changes: { remove: [entry] }, result: { ...pick,',
      },
    ],
    seenBy: drainTests,
    isSeenBySchedules: true,
  },
  {
    name: 'fault-taken-for-refusal',
    what: 'A fault of the server ends a command as if it had been refused.',
    changes: [{ file: request, from: 'if (status >= 500 ||', to: 'if (status >= 600 ||' }],
    seenBy: ['src/offline/outbox/outbox-request.test.ts'],
    isSeenBySchedules: true,
  },
  {
    name: 'key-minted-per-try',
    what: 'Every try makes a key of its own.',
    changes: [
      {
        file: drain,
        from: `{ ...resolved, state: 'sending',`,
        to: `{ ...resolved, id: env.newId(), state: 'sending',`,
      },
    ],
    seenBy: drainTests,
    isSeenBySchedules: true,
  },
  {
    name: 'moved-cart-not-followed',
    what: 'What was pressed while a forgotten cart is begun anew goes into a third one.',
    changes: [
      {
        file: 'src/offline/outbox/recreate-cart.ts',
        from: 'return now === token ? command : inNewCart(command, now);',
        to: 'return command;',
      },
      {
        file: 'src/offline/outbox/recreate-cart.ts',
        from: 'if (moved !== token) {',
        to: 'if (moved === null) {',
      },
    ],
    seenBy: ['src/offline/outbox/recreate-cart.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'newer-outbox-written-into',
    what: 'The outbox of a newer version of the shop is written into.',
    changes: [
      {
        file: database,
        from: `if (mode === 'readwrite' && db.version > databaseVersion) throw new OutboxUnavailable('newer');`,
        to: '',
      },
    ],
    seenBy: ['src/offline/outbox/outbox-store.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'no-unique-key',
    what: 'The shop does not look whether it has answered a key before.',
    changes: [
      { file: 'server/http/idempotency.ts', from: 'if (found) {', to: 'if (found && found.status === 0) {' },
    ],
    seenBy: ['server/intents/order-intents.test.ts'],
    isSeenBySchedules: true,
  },
  {
    name: 'refusal-leaves-its-effects',
    what: 'What a refused order had written stays.',
    changes: [
      {
        file: 'server/database/transaction-scope.ts',
        from: 'sql`rollback to savepoint refusal`.execute(trx).catch(() => {});',
        to: 'Promise.resolve();',
      },
    ],
    seenBy: ['server/intents/order-intents.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'saved-before-it-is',
    what: 'The device says "saved" before its storage has finished.',
    changes: [{ file: database, from: '  await complete;\n', to: '' }],
    seenBy: ['src/offline/outbox/outbox-store.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'sent-as-somebody-else',
    what: 'Whoever is at the device sends what another person made.',
    changes: [
      {
        file: nextEntry,
        from: 'if (entry.owner !== owner && entry.owner !== guest) {',
        to: `if (entry.owner === '' && entry.owner !== owner) {`,
      },
      {
        file: 'src/offline/outbox/outbox-session.ts',
        from: 'if (command.owner === guest) return',
        to: `if (command.owner !== '') return`,
      },
    ],
    seenBy: drainTests,
    isSeenBySchedules: true,
  },
  {
    name: 'status-not-looked-at',
    what: 'Whatever was answered counts as done.',
    changes: [
      {
        file: request,
        from: 'if (reply.refusal === undefined) {\n    if (echo',
        to: 'if (status > 0) {\n    if (echo',
      },
    ],
    seenBy: drainTests,
    isSeenBySchedules: true,
  },
  {
    name: 'card-spent-without-lock',
    what: 'The money of a gift card is looked at without a lock and taken without a condition.',
    changes: [
      {
        file: 'server/order-terms/balances.ts',
        from: 'await lockCards(db, order.id);',
        to: 'void lockCards;',
      },
      { file: 'server/order-terms/laid-gift-cards.ts', from: ' and g.balance >= mine.amount', to: '' },
      {
        file: 'server/order-terms/laid-gift-cards.ts',
        from: 'set balance = g.balance - mine.amount',
        to: 'set balance = greatest(0, g.balance - mine.amount)',
      },
    ],
    seenBy: ['server/cart/gift-cards.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'card-given-back-twice',
    what: 'Each cancellation of an order gives the money of its cards back.',
    changes: [
      {
        file: 'server/order-terms/laid-gift-cards.ts',
        from: 'and not returned returning card_id',
        to: 'returning card_id',
      },
    ],
    seenBy: ['server/cart/gift-cards.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'points-spent-without-lock',
    what: 'Points are counted without a lock: those that press at once spend them all.',
    changes: [
      {
        file: 'server/order-terms/balances.ts',
        from: 'if (order.points > 0) await membershipOf(db, order, { lock: true });',
        to: 'void membershipOf;',
      },
    ],
    seenBy: ['server/cart/points.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'gift-not-judged-anew',
    what: 'A gift stays in a cart that does not earn it any more.',
    changes: [
      {
        file: 'server/order-terms/earned-gifts.ts',
        from: 'const gone = gifts.filter((item) => item !== kept);',
        to: 'const gone: typeof gifts = [];',
      },
    ],
    seenBy: ['server/cart/gifts.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'stock-checked-then-taken',
    what: 'Stock is looked at without a lock and taken without a condition.',
    changes: [
      {
        file: 'server/intents/intent-commands.ts',
        from: 'await lockStock(trx, gift ? new Map([...facts, [gift.code, gift]]) : facts);',
        to: 'void lockStock;',
      },
      {
        file: 'server/placed-orders/hold-stock.ts',
        from: ' and on_hand - on_hold >= wanted.quantity',
        to: '',
      },
    ],
    seenBy: ['server/intents/order-intent-races.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'token-in-local-storage-alone',
    what: 'Which cart is in front is kept in local storage alone.',
    changes: [
      { file: 'src/features/cart/cart-outbox.ts', from: 'keepCartToken(outbox);', to: 'void keepCartToken;' },
    ],
    seenBy: ['src/features/cart/cart-in-front.test.ts'],
    isSeenBySchedules: false,
  },
  {
    name: 'total-not-compared',
    what: 'The shop buys at any total.',
    changes: [
      {
        file: 'server/intents/agreed-or-ask.ts',
        from: 'recalculated.total > highestTotal(body) ||',
        to: 'recalculated.total > highestTotal(body) * 1000 ||',
      },
    ],
    seenBy: ['server/intents/order-intents.test.ts'],
    isSeenBySchedules: true,
  },
  {
    name: 'two-senders',
    what: 'Tabs send without waiting for each other.',
    changes: [
      {
        file: drain,
        from: 'return env.lock(async () => {',
        to: 'return (async (work) => work())(async () => {',
      },
    ],
    seenBy: ['src/offline/outbox/outbox-tabs.test.ts', ...drainTests],
    isSeenBySchedules: true,
  },
];
