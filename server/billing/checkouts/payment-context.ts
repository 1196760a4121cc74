import type { FastifyBaseLogger } from 'fastify'
import type { Branch } from '#contract/enumerations.ts'
import type { PaymentProvider } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'

/** What online payments work with. */
export type PaymentContext = {
  database: Database
  provider: PaymentProvider
  clock: () => Date
  timeZone: string
  /** Origin of the application. */
  publicUrl: string
  /** Their money is of another legal entity than the shop. */
  branchesOfOthers: readonly Branch[]
  /** Encrypts the ids of saved cards. */
  secretsKey: string | undefined
  log: FastifyBaseLogger
}
