import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { transferObstacles } from '#contract/enumerations.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import type { RoleGroup } from '#contract/roles.ts'
import type { AvailableGroup, GroupWaitingList, StudyGroup, TransferPreview } from '#contract/schedule.ts'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import type { Person } from '#tests/support/server/app.ts'
import { planOf, type Statement, statementsOf } from '#tests/support/server/statements.ts'

const demo = openDemoSchool()
const { server } = demo
/** One parent has one child; the other three parents have twice as many contracts. */
let mixed: Person
let family: Person
beforeAll(async () => {
  mixed = await signIn('mixed')
  family = await signIn('family')
}, 60_000)

const signIn = (login: DemoLogin, group: RoleGroup = 'parent') => demo.signIn(login, group)

const of = 'GET /v1/parent/children/schedule/groups'
const placesOf = ({ territories }: StudyGroup) => territories.length
const groupsOf = async (person: Person) => (await person.call(`${of}/list`)).json<StudyGroup[]>()

test('The demo shows every reason why a group cannot be changed, and groups that can', async () => {
  const people = [family, await signIn('parent'), await signIn('edcheck-parent')]
  const groups = (await Promise.all(people.map(groupsOf))).flat()
  expect(new Set(groups.map(({ reason }) => reason))).toEqual(new Set([null, ...transferObstacles]))
})

test.each<DemoLogin>(['parent', 'family', 'student'])(
  'The demo gives %s two places and online groups, a group with one place left, a waiting list and schedule conflicts',
  async (login) => {
    const person = login === 'student' ? await signIn(login, 'student') : await signIn(login)
    const address = login === 'student' ? 'GET /v1/student/schedule/groups' : of
    const list = (await person.call(`${address}/list`)).json<StudyGroup[]>()
    const group = list.filter(({ canChange }) => canChange).sort((one, other) => placesOf(other) - placesOf(one))[0]
    expect(group?.territories.length).toBeGreaterThanOrEqual(3)
    expect(group?.territories.at(-1)?.uuid).toBe(onlineTerritoryUuid)
    const query = `contractUuid=${group?.contractUuid}`
    const choices = await Promise.all(
      (group?.territories ?? []).map(async ({ uuid }) =>
        (await person.call(`${address}/to-change`, { query: `${query}&territoryUuid=${uuid}` })).json<
          AvailableGroup[]
        >(),
      ),
    )
    expect(choices.flat().map(({ placesLeft }) => placesLeft)).toEqual(expect.arrayContaining([0, 1]))
    const queues = (await person.call('GET /v1/schedule/group/queue/list', { query })).json<GroupWaitingList[]>()
    expect(queues.filter(({ length }) => length > 0).length).toBe(1)
    const previews = await Promise.all(
      choices.flat().map(async ({ groupUuid }) => {
        const asked = await person.call('GET /v1/schedule/group/preview', { query: `${query}&groupUuid=${groupUuid}` })
        return asked.json<TransferPreview>()
      }),
    )
    const kinds = new Set(previews.flatMap(({ conflicts }) => conflicts.map(({ kind }) => kind)))
    expect(kinds).toContain('overlap')
    if (login === 'family') expect(kinds).toContain('children-apart')
    expect(previews.some(({ price }) => price.after > price.now)).toBe(true)
  },
)

test('The demo holds a place for a child of the family', async () => {
  const queues = (await family.call('GET /v1/schedule/group/queue/list')).json<GroupWaitingList[]>()
  expect(queues.map(({ length, own }) => [length, own?.position, own?.heldUntil])).toEqual([
    [2, 1, '2026-11-21T05:00:00.000Z'],
  ])
})

/** The first contract that can be transferred, a group for it, and the calls about them. */
async function callsOf(person: Person) {
  const group = (await groupsOf(person)).find(({ canChange }) => canChange)
  const [territory] = group?.territories ?? []
  const contract = `contractUuid=${group?.contractUuid}`
  const toChange = `${contract}&territoryUuid=${territory?.uuid}`
  const [choice] = (await person.call(`${of}/to-change`, { query: toChange })).json<AvailableGroup[]>()
  const body = { contractUuid: group?.contractUuid, groupUuid: choice?.groupUuid }
  return {
    list: () => person.call(`${of}/list`),
    toChange: () => person.call(`${of}/to-change`, { query: toChange }),
    preview: () =>
      person.call('GET /v1/schedule/group/preview', { query: `${contract}&groupUuid=${choice?.groupUuid}` }),
    moves: () => person.call('GET /v1/schedule/group/move/list'),
    queues: () => person.call('GET /v1/schedule/group/queue/list', { query: contract }),
    ownQueues: () => person.call('GET /v1/schedule/group/queue/list'),
    change: () =>
      person.call('POST /v1/parent/children/schedule/groups/change', {
        body,
        headers: { 'idempotency-key': randomUUID() },
      }),
  }
}
type CallName = keyof Awaited<ReturnType<typeof callsOf>>

const asked: Partial<Record<CallName, Statement[]>> = {}

// In this order: the change comes last because it affects the other calls.
test.each<[CallName, number]>([
  ['list', 2],
  ['toChange', 3],
  ['preview', 6],
  ['moves', 2],
  ['queues', 3],
  ['ownQueues', 2],
])('%s runs %i statements for any number of children and contracts', async (name, times) => {
  const counts: number[] = []
  for (const person of [mixed, family]) {
    const call = (await callsOf(person))[name]
    const statements = await statementsOf(async () => expect((await call()).statusCode).toBe(200))
    counts.push(statements.length)
    asked[name] = statements
  }
  expect(counts).toEqual([times, times])
})

// One statement of them checks whether the idempotency key is known: a repeat is not counted by the rate limit.
test('A transfer runs at most 21 statements, for one child as for three', async () => {
  for (const person of [mixed, family]) {
    const { change } = await callsOf(person)
    const statements = await statementsOf(async () => expect((await change()).statusCode).toBe(200))
    expect(statements.length).toBeLessThanOrEqual(21)
    asked.change = statements
  }
})

test('Every statement on a growing table has an index', async () => {
  const statements = Object.values(asked).flat()
  const plans: string[] = []
  // The demo is so small that sequential scans are often cheaper. With them disabled, only a statement without an index
  // still scans.
  await server.opened.database.execute('set enable_seqscan = off')
  for (const statement of statements.filter(({ text }) => /^[\s(]*(select|insert|update)/i.test(text))) {
    plans.push(await planOf(server.opened, statement))
  }
  expect(plans.length).toBeGreaterThan(20)
  expect(plans.join('\n').match(/Seq Scan on \w+/g) ?? []).toEqual([])
})
