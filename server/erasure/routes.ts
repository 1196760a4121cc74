import {
  answerDataRequest,
  getDataRequest,
  listDataRequests,
  previewDeletion,
  requestCorrection,
  requestDeletion,
  takeDataRequest,
  withdrawDataRequest,
} from '#contract/people/data-requests.ts'
import { accountIdsOf } from '#server/access/joined-accounts.ts'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { retentionOf } from '#server/environment/retention-periods.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import {
  answerRequest,
  askForData,
  findPeople,
  findRequest,
  findVisibleRequests,
  requirePerson,
  takeRequest,
  withdrawRequest,
} from './data-requests.ts'
import { previewErasure } from './kept-documents.ts'

/** Requests to correct or to delete personal data: by people, and their answers by the staff. */
export async function dataRequestRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const time = () => ({ now: clock(), timeZone: env.TIME_ZONE })
  const today = () => dayInZone(clock(), env.TIME_ZONE)
  const preview = async (reader: Database, subjectId: string) =>
    previewErasure(reader, await accountIdsOf(reader, subjectId), {
      ...time(),
      years: retentionOf(env.SCHOOL, 'documents'),
    })

  registerCall(app, listDataRequests, async ({ session: { userId } }) => ({
    people: await findPeople(database, userId, today()),
    requests: await findVisibleRequests(database, userId, today()),
  }))

  registerCall(app, previewDeletion, async ({ session: { userId }, query: { subjectId } }) => {
    await requirePerson(database, userId, subjectId, today())
    return preview(database, subjectId)
  })

  registerCall(app, requestDeletion, ({ session: { userId }, body: { subjectId }, database: transaction }) =>
    askForData(transaction, { userId, subjectId, kind: 'deletion' }, time()),
  )
  registerCall(app, requestCorrection, ({ session: { userId }, body, database: transaction }) =>
    askForData(transaction, { ...body, userId, kind: 'correction' }, time()),
  )

  registerCall(app, withdrawDataRequest, async ({ session: { userId }, params: { id } }) => {
    await database.transaction((transaction) => withdrawRequest(transaction, { id, userId }, time()))
    return undefined
  })

  registerCall(app, getDataRequest, async ({ params: { id } }) => {
    const request = await findRequest(database, id)
    const isOpen = request.kind === 'deletion' && request.endedAt === null
    return { ...request, preview: isOpen ? await preview(database, request.subject.id) : null }
  })

  registerCall(app, takeDataRequest, async ({ session: { userId }, params: { id } }) => {
    await database.transaction((transaction) => takeRequest(transaction, { id, userId, now: clock() }))
    return undefined
  })

  registerCall(app, answerDataRequest, async ({ session: { userId }, params: { id }, body }) => {
    const isAnswered = await database.transaction((transaction) =>
      answerRequest(transaction, { id, userId, ...body }, time()),
    )
    if (!isAnswered) throwProblem('state-conflict', 'Who has asked does not answer for this person any more')
    return undefined
  })
}
