import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { pairingKinds } from '#contract/enumerations.ts'
import { guardianPresets } from '#contract/people/guardian-rights.ts'
import { id, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

/** Codes that make their user a guardian of a child, or link the user's account with the child. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    id: id(),
    childId: uuid('child_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: pairingKinds }).notNull(),
    /** What the new guardian may do; null for the child's own account. */
    preset: text('preset', { enum: guardianPresets }),
    /** HMAC of the code with a key of the servers: a plain hash of six letters can be brute-forced. */
    codeHash: text('code_hash').notNull().unique(),
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
    isBySchool: boolean('is_by_school').notNull(),
    madeAt: instant('made_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedBy: uuid('used_by').references(() => users.id, { onDelete: 'set null' }),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (code) => [
    index('pairing_codes_child').on(code.childId, code.madeAt),
    index('pairing_codes_made_by').on(code.madeBy),
    index('pairing_codes_used_by').on(code.usedBy),
    oneOfCheck('pairing_codes_kind', code.kind, pairingKinds),
    oneOfCheck('pairing_codes_preset', code.preset, guardianPresets),
    check('pairing_codes_whole', sql`(${code.kind} = 'guardian') = (${code.preset} is not null)`),
  ],
)
