import {
  dropBasket,
  fillBasket,
  joinCourseQueue,
  leaveCourseQueue,
  listBaskets,
  listCourseQueues,
  readBasket,
} from '#contract/catalog.ts'
import { createContractByBasket } from '#contract/contracts.ts'
import { askerOf } from '#server/modules/moves/contracts.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { findBasket, findBaskets } from './baskets.ts'
import { createContract } from './contract-making.ts'
import * as queues from './course-queue.ts'
import * as filling from './filling.ts'

/** From the choice of a group to its contract, and the wait for a place in a full one. */
export async function purchaseRoutes(app: App) {
  const { database } = app
  const moment = () => ({ now: app.clock(), timeZone: app.env.TIME_ZONE })

  serve(app, fillBasket, ({ session, body }) => filling.fillBasket(database, askerOf(session), moment(), body))
  serve(app, listBaskets, async ({ session }) => {
    const found = await findBaskets(database, askerOf(session), moment())
    return found.map(({ basket }) => basket)
  })
  serve(app, readBasket, async ({ session, params, query: { studentUuid: studentId } }) => {
    const { basket } = await findBasket(database, askerOf(session), moment(), { basketId: params.id, studentId })
    return basket
  })
  serve(app, dropBasket, async ({ session, params }): Promise<undefined> => {
    await filling.dropBasket(database, askerOf(session), moment(), params.id)
  })
  serve(app, createContractByBasket, ({ session, body, database: transaction }) =>
    createContract(transaction, askerOf(session), moment(), body),
  )

  serve(app, listCourseQueues, ({ session }) => queues.listCourseQueues(database, askerOf(session)))
  serve(app, joinCourseQueue, ({ session, body, database: transaction }) =>
    queues.joinCourseQueue(transaction, askerOf(session), moment(), body),
  )
  serve(app, leaveCourseQueue, async ({ session, params }): Promise<undefined> => {
    await queues.leaveCourseQueue(database, askerOf(session), moment(), params.id)
  })
}
