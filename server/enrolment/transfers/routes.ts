import type { Locale } from '#contract/enumerations.ts'
import {
  cancelGroupTransfer,
  joinGroupWaitingList,
  leaveGroupWaitingList,
  listChildrenGroups,
  listChildrenGroupsToChange,
  listGroupTransfers,
  listGroupWaitingLists,
  listOwnGroups,
  listOwnGroupsToChange,
  previewTransfer,
  type StudyGroup,
  transferChild,
  transferOwn,
  withdrawGroupTransfer,
} from '#contract/learning/schedule.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { type CallViewer, viewerOf } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { onlineTerritoryTitle } from '#server/enrolment/groups/group-columns.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { listAvailableGroups } from './available-groups.ts'
import { prepareTransferPreview } from './transfer-preview.ts'
import {
  findTransferWaitingLists,
  joinTransferWaitingList,
  leaveTransferWaitingList,
  prepareTransferWaitingLists,
} from './transfer-waiting-list.ts'
import {
  findTransferableContract,
  findTransferableContracts,
  type TransferableContract,
} from './transferable-contracts.ts'
import { prepareTransferList, requestTransfer, withdrawTransfer } from './transfers.ts'
import { cancelTransferByStaff } from './undo-transfer.ts'

/** Transfers to other groups: calls for children, calls for the user, and calls shared by both families. */
export async function transferRoutes(app: App) {
  const { database } = app
  const currentTime = () => ({ now: app.clock(), timeZone: app.env.TIME_ZONE })
  const preview = prepareTransferPreview(database)
  const [transferList, waitingLists] = [
    prepareTransferList(database, app.env.TIME_ZONE),
    prepareTransferWaitingLists(database),
  ]

  const groupCalls = [
    { roleGroup: 'parent', list: listChildrenGroups, toChange: listChildrenGroupsToChange, change: transferChild },
    { roleGroup: 'student', list: listOwnGroups, toChange: listOwnGroupsToChange, change: transferOwn },
  ] as const
  for (const { roleGroup, list, toChange, change } of groupCalls) {
    const viewer = ({ userId }: { userId: string }): CallViewer => ({ roleGroup, userId })

    registerCall(app, list, async ({ session, language }) => {
      const contracts = await findTransferableContracts(database, viewer(session), currentTime())
      return contracts.map((contract) => toStudyGroup(contract, language))
    })
    registerCall(app, toChange, async ({ session, query: { contractUuid, territoryUuid } }) => {
      const asking = viewer(session)
      const contract = await findTransferableContract(database, asking, currentTime(), contractUuid)
      const territoryId = territoryUuid === onlineTerritoryUuid ? null : territoryUuid
      return listAvailableGroups(database, asking, currentTime(), { contract, territoryId })
    })
    registerCall(app, change, ({ session, body, database: transaction }) =>
      requestTransfer(transaction, viewer(session), currentTime(), body),
    )
  }

  registerCall(app, previewTransfer, ({ session, query }) => preview(viewerOf(session), currentTime(), query))
  registerCall(app, listGroupTransfers, ({ session }) => transferList(viewerOf(session)))
  registerCall(app, withdrawGroupTransfer, async ({ session, params }): Promise<undefined> => {
    await withdrawTransfer(database, viewerOf(session), currentTime(), params.id)
  })
  registerCall(app, cancelGroupTransfer, async ({ session, params: { transferId }, body, database: transaction }) => {
    await cancelTransferByStaff(transaction, { id: transferId, byId: session.userId, ...body }, currentTime())
    return undefined
  })
  registerCall(app, listGroupWaitingLists, ({ session, query: { contractUuid } }) => {
    const viewer = viewerOf(session)
    return contractUuid === undefined
      ? waitingLists(viewer)
      : findTransferWaitingLists(database, viewer, currentTime(), contractUuid)
  })
  registerCall(app, joinGroupWaitingList, ({ session, body, database: transaction }) =>
    joinTransferWaitingList(transaction, viewerOf(session), currentTime(), body),
  )
  registerCall(app, leaveGroupWaitingList, async ({ session, params }): Promise<undefined> => {
    await leaveTransferWaitingList(database, viewerOf(session), currentTime(), params.id)
  })
}

function toStudyGroup({ total: _, groupPrice: __, ...contract }: TransferableContract, language: Locale): StudyGroup {
  const online = { uuid: onlineTerritoryUuid, title: onlineTerritoryTitle[language] }
  return {
    ...contract,
    territories: contract.territories.map((territory) => territory ?? online),
    canChange: contract.reason === null,
  }
}
