import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type {
  AvailableGroup,
  GroupTransfer,
  GroupWaitingList,
  ScheduleItem,
  StudyGroup,
} from '#contract/learning/schedule.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import type { Person, TestApp } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { mytischi } from './transfer-school.ts'

/** The calls of families about transfers: by default of the test's own contract. */
export function transferCalls(present: () => { server: TestApp; contractUuid: string }) {
  const requestTransfer = (
    person: Person,
    groupUuid: string,
    { contract = present().contractUuid, key = randomUUID() } = {},
  ) =>
    person.call('POST /v1/parent/children/schedule/groups/change', {
      body: { contractUuid: contract, groupUuid },
      headers: { 'idempotency-key': key },
    })
  const joinWaitingList = (person: Person, groupUuid: string, contract = present().contractUuid) =>
    person.call('POST /v1/schedule/group/waiting-list/join', {
      body: { contractUuid: contract, groupUuid },
      headers: { 'idempotency-key': randomUUID() },
    })
  const groupsOf = async (person: Person, headers = {}) =>
    (await person.call('GET /v1/parent/children/schedule/groups/list', { headers })).json<StudyGroup[]>()
  const choiceOf = async (person: Person, territory = mytischi, contract = present().contractUuid) => {
    const query = `contractUuid=${contract}&territoryUuid=${territory}`
    return (await person.call('GET /v1/parent/children/schedule/groups/to-change', { query })).json<AvailableGroup[]>()
  }
  const previewOf = (person: Person, groupUuid: string, contract = present().contractUuid) =>
    person.call('GET /v1/schedule/group/preview', { query: `contractUuid=${contract}&groupUuid=${groupUuid}` })
  const transfersOf = async (person: Person) =>
    (await person.call('GET /v1/schedule/group/transfer/list')).json<GroupTransfer[]>()
  const waitingListsOf = async (person: Person, contract?: string) => {
    const query = contract === undefined ? '' : `contractUuid=${contract}`
    return (await person.call('GET /v1/schedule/group/waiting-list/list', { query })).json<GroupWaitingList[]>()
  }
  const contractOf = async (person: Person, uuid = present().contractUuid) => {
    const list = (await person.call('GET /v1/profile/contract/list')).json<Contract[]>()
    return list.find((contract) => contract.uuid === uuid)
  }
  const lessonsOf = async (person: Person) => {
    const answer = await person.call('GET /v1/parent/children/schedule/list', { query: 'month_date=2026-10-14' })
    return answer.json<ScheduleItem[]>().map(({ startsAt, groupUuid }) => [startsAt.slice(0, 10), groupUuid])
  }
  const settle = () => {
    const { opened, clock } = present().server
    return runJobs(['apply-due-transfers', 'offer-free-places'], { database: opened.database, clock: () => clock.now })
  }
  /** Moves to another day, with all sessions still valid. */
  async function at(now: string) {
    const { server } = present()
    server.clock.now = new Date(now)
    const expiresAt = new Date(server.clock.now.getTime() + sessionLifetime)
    await server.opened.database.update(sessions).set({ lastSeenAt: server.clock.now, expiresAt })
  }
  const refusalOf = (answer: { statusCode: number; json: <T>() => T }) => [
    answer.statusCode,
    answer.json<{ type: string }>().type,
  ]
  /** The messages that were sent, in order. */
  const sentMessages = async () => {
    const messages = await present().server.opened.database.select().from(deliveries).orderBy(asc(deliveries.queuedAt))
    return messages.map(({ target, kind, language, values }) => ({ target, kind, language, values }))
  }

  return {
    requestTransfer,
    joinWaitingList,
    groupsOf,
    choiceOf,
    previewOf,
    transfersOf,
    waitingListsOf,
    contractOf,
    lessonsOf,
    settle,
    at,
    refusalOf,
    sentMessages,
  }
}
