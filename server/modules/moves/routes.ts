import type { Locale } from '#contract/enumerations.ts'
import { onlineTerritory } from '#contract/limits.ts'
import {
  changeChildGroup,
  changeOwnGroup,
  joinGroupQueue,
  leaveGroupQueue,
  listChildrenGroups,
  listChildrenGroupsToChange,
  listGroupMoves,
  listGroupQueues,
  listOwnGroups,
  listOwnGroupsToChange,
  previewGroupChange,
  type StudyGroup,
  withdrawGroupMove,
} from '#contract/schedule.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { listGroupsToChange, onlineTitle } from './choices.ts'
import { type Asker, askerOf, findContract, findContracts, type MovingContract } from './contracts.ts'
import { changeGroup, moveListOf, withdrawMove } from './group-moves.ts'
import { groupPreviewOf } from './group-preview.ts'
import { joinQueue, leaveQueue, listQueuesFor, queueListOf } from './group-queue.ts'

/** Moves to other groups: for the children by one family of calls, for oneself by the other, and by those both share (D-8). */
export async function movesRoutes(app: App) {
  const { database } = app
  const moment = () => ({ now: app.clock(), timeZone: app.env.TIME_ZONE })
  const preview = groupPreviewOf(database)
  const [moveList, queueList] = [moveListOf(database), queueListOf(database)]

  const families = [
    { family: 'parent', list: listChildrenGroups, toChange: listChildrenGroupsToChange, change: changeChildGroup },
    { family: 'student', list: listOwnGroups, toChange: listOwnGroupsToChange, change: changeOwnGroup },
  ] as const
  for (const { family, list, toChange, change } of families) {
    const asker = ({ userId }: { userId: string }): Asker => ({ family, userId })

    serve(app, list, async ({ session, language }) => {
      const contracts = await findContracts(database, asker(session), moment())
      return contracts.map((contract) => studyGroupOf(contract, language))
    })
    serve(app, toChange, async ({ session, query: { contractUuid, territoryUuid } }) => {
      await findContract(database, asker(session), moment(), contractUuid)
      const territoryId = territoryUuid === onlineTerritory ? null : territoryUuid
      return listGroupsToChange(database, moment(), { contractId: contractUuid, territoryId })
    })
    serve(app, change, ({ session, body, database: transaction }) =>
      changeGroup(transaction, asker(session), moment(), body),
    )
  }

  serve(app, previewGroupChange, ({ session, query }) => preview(askerOf(session), moment(), query))
  serve(app, listGroupMoves, ({ session }) => moveList(askerOf(session)))
  serve(app, withdrawGroupMove, async ({ session, params }): Promise<undefined> => {
    await withdrawMove(database, askerOf(session), moment(), params.id)
  })
  serve(app, listGroupQueues, ({ session, query: { contractUuid } }) => {
    const asker = askerOf(session)
    return contractUuid === undefined ? queueList(asker) : listQueuesFor(database, asker, moment(), contractUuid)
  })
  serve(app, joinGroupQueue, ({ session, body, database: transaction }) =>
    joinQueue(transaction, askerOf(session), moment(), body),
  )
  serve(app, leaveGroupQueue, async ({ session, params }): Promise<undefined> => {
    await leaveQueue(database, askerOf(session), moment(), params.id)
  })
}

function studyGroupOf({ total: _, groupPrice: __, ...contract }: MovingContract, language: Locale): StudyGroup {
  const online = { uuid: onlineTerritory, title: onlineTitle[language] }
  return {
    ...contract,
    territories: contract.territories.map((territory) => territory ?? online),
    canChange: contract.reason === null,
  }
}
