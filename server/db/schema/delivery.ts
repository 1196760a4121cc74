import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { locales } from '#contract/enumerations.ts'
import { id, instant, oneOf } from './columns.ts'
import { identityProvider } from './identity.ts'

/** Where a message can go. */
export const channels = ['email', 'phone'] as const
export type ChannelName = (typeof channels)[number]

/** Messages on their way to people: a queue that outlives the process. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    channel: text('channel', { enum: channels }).notNull(),
    target: text('target').notNull(),
    /** A kind of `server/delivery/messages.ts`. */
    kind: text('kind').notNull(),
    language: text('language', { enum: locales }).notNull(),
    /** What the words are filled with. Null once it is delivered or given up: a code does not outlive its way. */
    values: jsonb('values').$type<Record<string, string>>(),
    queuedAt: instant('queued_at').notNull(),
    /** When it is worth a try; while a server is trying, when another one may take it for dead. Null when it is over. */
    dueAt: instant('due_at'),
    /** Not worth delivering any more from then on. */
    expiresAt: instant('expires_at'),
    tries: smallint('tries').notNull().default(0),
    deliveredAt: instant('delivered_at'),
    /** Why nobody tries any more. Free of what the message says. */
    failure: text('failure'),
  },
  (delivery) => [
    index('deliveries_due_at').on(delivery.dueAt),
    index('deliveries_queued_at').on(delivery.queuedAt),
    oneOf('deliveries_channel', delivery.channel, channels),
    oneOf('deliveries_language', delivery.language, locales),
    check('deliveries_values_while_due', sql`(${delivery.dueAt} is null) = (${delivery.values} is null)`),
    check(
      'deliveries_due_or_over',
      sql`num_nonnulls(${delivery.dueAt}, ${delivery.deliveredAt}, ${delivery.failure}) = 1`,
    ),
  ],
)

/** What the embedded provider shows at `/outbox` in place of mail and SMS. */
export const outboxMessages = identityProvider.table(
  'outbox_messages',
  {
    /** The delivery's: delivered twice it is still one message. */
    id: uuid('id').primaryKey(),
    channel: text('channel', { enum: channels }).notNull(),
    target: text('target').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    at: instant('at').notNull(),
  },
  (message) => [index('outbox_messages_at').on(message.at)],
)
