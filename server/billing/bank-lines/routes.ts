import { bookBankLine, dismissBankLine, listBankLines, reopenBankLine } from '#contract/billing/bank-lines.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { bookLine, dismissLine, reopenLine } from './decide-line.ts'
import { findLines } from './line-list.ts'

/** Money of bank files that the accountant decides about (docs/payments-import.md). */
export async function bankLineRoutes(app: App): Promise<void> {
  const { database, clock } = app
  const decision = (id: string, userId: string) => ({ id, userId, now: clock(), timeZone: app.env.TIME_ZONE })

  registerCall(app, listBankLines, ({ query: { state = 'waiting', page }, language }) =>
    findLines(database, { state, page, language }),
  )
  registerCall(app, bookBankLine, async ({ session, params: { id }, body: { contractUuid } }) => {
    const contract = { contractId: contractUuid }
    await database.transaction((transaction) => bookLine(transaction, { ...decision(id, session.userId), ...contract }))
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
