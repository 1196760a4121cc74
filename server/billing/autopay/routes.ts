import {
  type Autopay,
  listAutopays,
  resumeAutopay as resumeCall,
  stopAutopay as stopCall,
} from '#contract/billing/autopay.ts'
import { mayPayForSomeone } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { listAutopaysFor } from './autopay-list.ts'
import { resumeAutopay, stopAutopay } from './stop-autopay.ts'

export async function autopayRoutes(app: App): Promise<void> {
  const { database, clock, paymentProvider: provider } = app
  const timeZone = app.env.TIME_ZONE
  const isTaken = provider?.savesCards === true && provider.methods.includes('card')

  registerCall(app, listAutopays, async ({ session: { userId } }) => {
    const now = clock()
    const isOffered = isTaken && (await mayPayForSomeone(database, userId, dayInZone(now, timeZone)))
    return { isOffered, autopays: await listAutopaysFor(database, userId, { now, timeZone }) }
  })

  registerCall(app, resumeCall, async ({ session, body, database: transaction, request }) => {
    if (!isTaken) throwProblem('not-found', 'Not offered by the school')
    const agreement = { personId: session.userId, address: request.ip, now: clock(), timeZone }
    return readOwn(transaction, await resumeAutopay(transaction, body.contractUuid, agreement), session.userId)
  })

  registerCall(app, stopCall, async ({ session, params: { autopayId }, database: transaction }) => {
    await stopAutopay(transaction, autopayId, session.userId, clock())
    return readOwn(transaction, autopayId, session.userId)
  })

  async function readOwn(transaction: Database, autopayId: string, userId: string): Promise<Autopay> {
    const [found] = await listAutopaysFor(transaction, userId, { now: clock(), timeZone }, autopayId)
    return found ?? throwProblem('not-found', 'No such automatic payments')
  }
}
