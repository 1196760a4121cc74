import type { Locale } from '#contract/enumerations.ts'
import { findCustomer } from '#server/billing/terminations/termination-notices.ts'
import type { Database } from '#server/db/client.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import type { Day } from '#server/time/calendar-days.ts'

type Changed = {
  what: 'moved' | 'split' | 'joined' | 'error' | 'error-cleared' | 'canceled' | 'restored'
  /** Kopecks that are to be paid, and until when. */
  amount: number
  until: Day
  /** The split-off part. */
  rest?: { amount: number; until: Day }
}

/** The content of the message about an action. */
export type ActionNotice =
  | { kind: 'contract-frozen'; until: Day }
  | { kind: 'contract-unfrozen' }
  | { kind: 'contract-ended'; toReturn: number }
  | { kind: 'contract-paper'; what: 'noted' | 'withdrawn'; signedOn: Day }
  | ({ kind: 'payment-changed' } & Changed)
  | { kind: 'payment-unbooked'; amount: number }

export async function notifyOfAction(
  transaction: Database,
  contractId: string,
  { notice, why, now }: { notice: ActionNotice; why: string; now: Date },
): Promise<void> {
  const contract = await findCustomer(transaction, contractId)
  if (!contract) return
  const about = { recipient: contract.recipient, path: `/contracts-and-payments/${contractId}` }
  await notifyUsers(transaction, now, [{ ...about, ...contentOf(notice, { number: contract.number, why }) }])
}

function contentOf(notice: ActionNotice, { number, why }: { number: string; why: string }) {
  switch (notice.kind) {
    case 'contract-frozen':
      return {
        kind: notice.kind,
        values: (language: Locale) => ({ number, why, until: formatDay(notice.until, language) }),
      }
    case 'contract-unfrozen':
      return { kind: notice.kind, values: { number, why } }
    case 'contract-ended':
      return {
        kind: notice.kind,
        values: (language: Locale) => ({
          number,
          why,
          amount: notice.toReturn > 0 ? formatAmount(notice.toReturn, language) : '',
        }),
      }
    case 'contract-paper':
      return {
        kind: notice.kind,
        values: (language: Locale) => ({
          number,
          why,
          what: notice.what,
          signedOn: formatDay(notice.signedOn, language),
        }),
      }
    case 'payment-unbooked':
      return {
        kind: notice.kind,
        values: (language: Locale) => ({ number, why, amount: formatAmount(notice.amount, language) }),
      }
    case 'payment-changed':
      return { kind: notice.kind, values: (language: Locale) => ({ number, why, ...changed(notice, language) }) }
  }
}

function changed({ what, amount, until, rest }: Changed, language: Locale) {
  return {
    what,
    amount: formatAmount(amount, language),
    until: formatDay(until, language),
    rest: rest ? formatAmount(rest.amount, language) : '',
    restUntil: rest ? formatDay(rest.until, language) : '',
  }
}
