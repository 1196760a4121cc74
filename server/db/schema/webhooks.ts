import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'

/**
 * Addresses of other systems that get events. Secrets are needed to sign, so they are not hashed but
 * encrypted by `SECRETS_KEY`, where it is set.
 */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: id(),
  url: text('url').notNull().unique(),
  events: text('events').array().notNull(),
  secret: text('secret').notNull(),
  /** Still valid after a rotation: messages are signed with both. */
  previousSecret: text('previous_secret'),
  previousUntil: instant('previous_until'),
  createdAt: instant('created_at').notNull(),
  /** The first failure since the last success. */
  failingSince: instant('failing_since'),
  /** Nothing is sent any more. */
  disabledAt: instant('disabled_at'),
})

/** One event for one endpoint: the outbox, and later the log. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** `webhook-id`, the same for all endpoints and attempts. */
    messageId: text('message_id').notNull(),
    event: text('event').notNull(),
    /** The body, byte for byte, as it is signed. */
    payload: text('payload').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    /** HTTP status of the last attempt. */
    status: integer('status'),
    failure: text('failure'),
    deliveredAt: instant('delivered_at'),
    /** After three days, or when the endpoint was disabled. */
    givenUpAt: instant('given_up_at'),
  },
  (table) => [
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt),
    index('webhook_deliveries_created_at').on(table.createdAt),
  ],
)
