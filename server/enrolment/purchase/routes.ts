import {
  dropBasket,
  fillBasket,
  getContractDraftLink,
  joinCourseWaitingList,
  leaveCourseWaitingList,
  listBaskets,
  listCourseWaitingLists,
  readBasket,
  readContractText,
} from '#contract/enrolment/catalog.ts'
import { createContractFromBasket } from '#contract/enrolment/contracts.ts'
import { branches } from '#contract/enumerations.ts'
import { viewerOf } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { toContractText } from '#server/documents/contract-text.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import * as filling from './basket-changes.ts'
import { findBasket, findBaskets } from './baskets.ts'
import { findContractText, issueContractDraft } from './contract-draft.ts'
import * as waitingLists from './course-waiting-list.ts'
import { createBasketContract } from './create-contract.ts'

/** From the choice of a group to its contract, and the waiting list of a full group. */
export async function purchaseRoutes(app: App) {
  const { database } = app
  const { PAYEES: payees, SCHOOL } = app.env
  const branchTerms = () => ({ payees, signedBranches: branches.filter((branch) => SCHOOL.signing?.branches[branch]) })
  const currentTime = () => ({
    now: app.clock(),
    timeZone: app.env.TIME_ZONE,
    priceOfLateStart: app.env.SCHOOL.priceOfLateStart ?? 'whole',
  })

  registerCall(app, fillBasket, ({ session, body }) =>
    filling.fillBasket(database, viewerOf(session), currentTime(), body),
  )
  registerCall(app, listBaskets, async ({ session }) => {
    const found = await findBaskets(database, viewerOf(session), currentTime())
    return found.map(({ basket }) => basket)
  })
  registerCall(app, readBasket, async ({ session, params, query: { studentUuid: studentId } }) => {
    const { basket } = await findBasket(database, viewerOf(session), currentTime(), { basketId: params.id, studentId })
    return basket
  })
  const linkToDraft = serveDocuments(app, 'contract-draft', (id, session) => {
    const [basketId = '', studentId = ''] = id.split('.')
    return issueContractDraft(database, viewerOf(session), currentTime(), {
      branchTerms: branchTerms(),
      basketId,
      studentId,
    })
  })
  registerCall(app, readContractText, async ({ session, params, query: { studentUuid: studentId } }) => {
    const which = { branchTerms: branchTerms(), basketId: params.id, studentId }
    const text = await findContractText(database, viewerOf(session), currentTime(), which)
    return toContractText(text)
  })
  registerCall(app, getContractDraftLink, async ({ session, params, query: { studentUuid: studentId } }) => {
    const which = { basketId: params.id, studentId }
    const { basket } = await findBasket(database, viewerOf(session), currentTime(), which)
    return { url: await linkToDraft(`${params.id}.${basket.student.uuid}`, session) }
  })
  registerCall(app, dropBasket, async ({ session, params }): Promise<undefined> => {
    await filling.dropBasket(database, viewerOf(session), currentTime(), params.id)
  })
  registerCall(app, createContractFromBasket, ({ session, body, database: transaction }) =>
    createBasketContract(transaction, viewerOf(session), currentTime(), { ...body, branchTerms: branchTerms() }),
  )

  registerCall(app, listCourseWaitingLists, ({ session }) =>
    waitingLists.findCourseWaitingLists(database, viewerOf(session)),
  )
  registerCall(app, joinCourseWaitingList, ({ session, body, database: transaction }) =>
    waitingLists.joinCourseWaitingList(transaction, viewerOf(session), currentTime(), body),
  )
  registerCall(app, leaveCourseWaitingList, async ({ session, params }): Promise<undefined> => {
    await waitingLists.leaveCourseWaitingList(database, viewerOf(session), currentTime(), params.id)
  })
}
