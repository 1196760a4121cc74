import {
  type Autopay,
  listAutopays,
  listUserAutopays,
  resumeAutopay as resumeCall,
  stopAutopay as stopCall,
  stopUserAutopay,
} from '#contract/billing/autopay.ts'
import { mayPayForSomeone } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { branchesOfOthers } from '#server/billing/checkouts/rules.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { audit } from '#server/security/audit-log.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { listAutopaysFor, listAutopaysOfUser } from './autopay-list.ts'
import { notifyOfEnd } from './autopay-notices.ts'
import { lockAutopay, resumeAutopay, stopAutopay } from './stop-autopay.ts'
import { stopLinkRoutes } from './stop-links.ts'

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
    const agreement = {
      personId: session.userId,
      termsVersion: body.termsVersion,
      address: request.ip,
      now: clock(),
      timeZone,
      branchesOfOthers: branchesOfOthers(app.env),
    }
    return readOwn(transaction, await resumeAutopay(transaction, body.contractUuid, agreement), session.userId)
  })

  registerCall(app, stopCall, async ({ session, params: { autopayId }, database: transaction }) => {
    const autopay = await lockAutopay(transaction, autopayId)
    if (autopay?.personId !== session.userId) throwProblem('not-found', 'No such automatic payments of this person')
    if (autopay.state !== 'off') await stopAutopay(transaction, autopayId, { reason: 'stopped', now: clock() })
    return readOwn(transaction, autopayId, session.userId)
  })

  registerCall(app, listUserAutopays, ({ params: { id } }) =>
    listAutopaysOfUser(database, id, { now: clock(), timeZone }),
  )

  registerCall(app, stopUserAutopay, async ({ params: { autopayId }, body: { reason }, database: transaction }) => {
    const now = clock()
    const autopay = await lockAutopay(transaction, autopayId)
    if (!autopay) return throwProblem('not-found', 'No such automatic payments')
    if (autopay.state === 'off') throwProblem('state-conflict', 'They are off already')
    await stopAutopay(transaction, autopayId, { reason: 'by-staff', now })
    await notifyOfEnd(transaction, autopayId, { why: 'by-staff', note: reason }, now)
    const { personId: subjectId, number: detail } = autopay
    await audit(transaction, { at: now, action: 'payment.autopay-stopped', subjectId, reason, detail })
    return {}
  })

  stopLinkRoutes(app)

  async function readOwn(transaction: Database, autopayId: string, userId: string): Promise<Autopay> {
    const [found] = await listAutopaysFor(transaction, userId, { now: clock(), timeZone }, autopayId)
    return found ?? throwProblem('not-found', 'No such automatic payments')
  }
}
