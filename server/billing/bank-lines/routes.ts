import {
  bookBankLine,
  dismissBankLine,
  listBankLines,
  reopenBankLine,
  splitBankLine,
} from '#contract/billing/bank-lines.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveListFile } from '#server/plugins/list-files.ts'
import { bookLine, dismissLine, reopenLine } from './decide-line.ts'
import { findLines } from './line-list.ts'

/** Money of bank files that the accountant decides about (docs/payments-import.md). */
export async function bankLineRoutes(app: App): Promise<void> {
  const { database, clock } = app
  const decision = (id: string, userId: string) => ({ id, userId, now: clock(), timeZone: app.env.TIME_ZONE })

  registerCall(app, listBankLines, ({ query: { state = 'waiting', page }, language }) =>
    findLines(database, { state, page, language }),
  )
  serveListFile(app, listBankLines, 'bank-lines', ({ query: { state = 'waiting', page }, language }, pageSize) =>
    findLines(database, { state, page, language }, { pageSize, withProposals: false }),
  )
  registerCall(app, bookBankLine, async ({ session, params: { id }, body: { contractUuid: contractId } }) => {
    const booking = { parts: ({ amount }: { amount: number }) => [{ contractId, amount }] }
    await database.transaction((transaction) => bookLine(transaction, { ...decision(id, session.userId), ...booking }))
    return undefined
  })
  registerCall(app, splitBankLine, async ({ session, params: { id }, body: { parts, reason } }) => {
    const divided = parts.map(({ contractUuid: contractId, amount }) => ({ contractId, amount }))
    const booking = { parts: () => divided, reason }
    await database.transaction((transaction) => bookLine(transaction, { ...decision(id, session.userId), ...booking }))
    return undefined
  })
  registerCall(app, dismissBankLine, async ({ session, params: { id }, body }) => {
    await database.transaction((transaction) => dismissLine(transaction, { ...decision(id, session.userId), ...body }))
    return undefined
  })
  registerCall(app, reopenBankLine, async ({ session, params: { id } }) => {
    await database.transaction((transaction) => reopenLine(transaction, decision(id, session.userId)))
    return undefined
  })
}
