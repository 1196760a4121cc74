import { sql } from 'drizzle-orm'

/** Of `payments` joined with `payment_balances`: the same as `isPayable`. */
export const isPayableInSql = sql`(payments.status in ('Open', 'Error') and payment_balances.paid < payments.amount)`

/** The same as `toPayOf`. */
export const toPayInSql = sql`(case when ${isPayableInSql} then payments.amount - payment_balances.paid else 0 end)`

/** The same as `leftOf`. */
export const leftInSql = sql`(
  case when payments.status = 'Canceled' then 0 else greatest(payments.amount - payment_balances.paid, 0) end
)`
