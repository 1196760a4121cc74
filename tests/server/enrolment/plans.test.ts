import { sql } from 'drizzle-orm'
import type { Client, Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { AvailableGroup, StudyGroup } from '#contract/learning/schedule.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { addLargeSchool } from '#tests/support/schools/large-school.ts'
import type { Person } from '#tests/support/server/app.ts'
import { planOf, type Statement, statementsOf } from '#tests/support/server/statements.ts'

const now = new Date('2026-10-14T09:00:00Z')

/** The tables that grow with the school and over the years. */
const large = [
  'calendar_feeds',
  'contract_states',
  'contracts',
  'conversations',
  'exams',
  'grade_books',
  'group_memberships',
  'guardianships',
  'journal_columns',
  'seen_sections',
  'lesson_results',
  'lessons',
  'mark_history',
  'marks',
  'opened_items',
  'operations',
  'payments',
  'self_study_items',
  'sessions',
  'ticket_messages',
  'tickets',
  'user_roles',
  'users',
]

const { server, signIn } = openDemoSchool({ now })
let people: Record<'parent' | 'student', Person>
beforeAll(async () => {
  people = { parent: await signIn('family', 'parent'), student: await signIn('student', 'student') }
})

/** What the loaders of the pages of a family call. By hand: tests of the server do not compile the pages. */
const pageCalls = (path: string) => [
  '/v1/system/menu',
  '/v1/content/footer',
  '/v1/content/banners/list',
  '/v1/profile/notification/unread',
  '/v1/learning/unseen',
  '/v1/profile/contract/list',
  '/v1/catalog/basket/list',
  '/v1/catalog/waiting-list/list',
  `/v1/${path}/schedule/list?month_date=${monthKeyOf(now.toISOString())}`,
  '/v1/schedule/change/list',
  '/v1/schedule/absence/list',
  '/v1/profile/children',
  '/v1/learning/mark/newest',
  '/v1/schedule/group/waiting-list/list',
  '/v1/schedule/group/transfer/list',
  '/v1/schedule/ticket/list',
  '/v1/profile/events',
  '/v1/profile/notification/settings',
  '/v1/profile/session/list',
  '/v1/profile/visit/list',
  `/v1/${path}/schedule/groups/list`,
]
const asked = [
  ...[
    ...pageCalls('parent/children'),
    '/v1/parent/children/grade-book/list',
    '/v1/parent/children/progress/groups',
    '/v1/parent/children/progress/overview',
  ].map((call) => ['parent', call] as const),
  ...[...pageCalls('student').filter((call) => call !== '/v1/profile/children'), '/v1/student/grade-book/books'].map(
    (call) => ['student', call] as const,
  ),
]

test.each(asked)('The %s’s %s reads growing tables by indexes', async (group, path) => {
  const statements = await statementsOf(async () => {
    const { statusCode } = await people[group].call(`GET ${path}`)
    expect(statusCode).toBe(200)
  })
  const reads = statements.filter(isRead)
  expect(reads).not.toEqual([])
  for (const statement of reads) expect(await readWhole(statement)).toEqual([])
})

/** Calls of the pages of purchases and transfers that depend on earlier answers. */
async function laterCalls(person: Person): Promise<string[]> {
  const groups = (await person.call('GET /v1/parent/children/schedule/groups/list')).json<StudyGroup[]>()
  const group = groups.find(({ canChange }) => canChange)
  const contract = `contractUuid=${group?.contractUuid}`
  const toChange = `schedule/groups/to-change?${contract}&territoryUuid=${group?.territories[0]?.uuid}`
  const [choice] = (await person.call(`GET /v1/parent/children/${toChange}`)).json<AvailableGroup[]>()
  const contractId = `/v1/profile/contract/${group?.contractUuid}/history`
  const preview = `/v1/schedule/group/preview?${contract}&groupUuid=${choice?.groupUuid}`
  const lists = [
    'catalog/basket',
    'catalog/waiting-list',
    'schedule/group/transfer',
    'schedule/group/waiting-list',
    'profile/contract',
  ]
  return [`/v1/parent/children/${toChange}`, preview, contractId, ...lists.map((list) => `/v1/${list}/list`)]
}

test('A parent of three children needs no more statements than one of a single child', async () => {
  const [one, three] = [await signIn('mixed', 'parent'), people.parent]
  const [ofOne, ofThree] = [await laterCalls(one), await laterCalls(three)]
  const counts: Record<string, number[]> = {}
  for (const [index, path] of ofThree.entries()) {
    const few = await statementsOf(() => one.call(`GET ${ofOne[index]}`))
    const many = await statementsOf(async () => expect((await three.call(`GET ${path}`)).statusCode).toBe(200))
    for (const statement of many.filter(isRead)) expect([path, await readWhole(statement)]).toEqual([path, []])
    if (few.length < many.length) counts[path] = [few.length, many.length]
  }
  expect(counts).toEqual({})
})

// Last: it changes the school.
test('In a school of 20 000 other users the planner uses the indexes too', { tags: ['nightly'] }, async () => {
  const { database } = server.opened
  await addLargeSchool(database, 20_000)
  await database.execute(sql`analyze`)
  const whole: string[] = []
  for (const [group, path] of asked) {
    const statements = await statementsOf(() => people[group].call(`GET ${path}`))
    for (const statement of statements.filter(isRead)) {
      const plan = await planOf(server.opened, statement)
      const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table)
      for (const table of scanned)
        if (grown.includes(table.replace(/_(\d+|earlier)$/, ''))) whole.push(`${group} ${path}: ${table}`)
    }
  }
  expect(whole).toEqual([])
})

/** The tables to which `addLargeSchool` adds the most rows. */
const grown = [
  'audit_entries',
  'contracts',
  'grade_books',
  'group_memberships',
  'lesson_results',
  'marks',
  'notifications',
  'operations',
  'payments',
  'users',
]

function isRead({ text }: Statement): boolean {
  return /^\s*(select|with|\()/i.test(text)
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** The large tables that the statement can only scan completely, by themselves or by an index. */
async function readWhole({ text, values }: Statement): Promise<string[]> {
  const { $client } = server.opened.database as typeof server.opened.database & { $client: Pool }
  const client = await $client.connect()
  try {
    await client.query('begin')
    // A school of this size fits into a few pages. The test checks which indexes exist for a larger one.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set local enable_${way} = off`)
    const { rows } = await explain(client, text, values)
    return nodesOf(rows[0]?.['QUERY PLAN'][0].Plan)
      .filter(isWhole)
      .map((node) => node['Relation Name'] ?? '')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function explain(client: Pick<Client, 'query'>, text: string, values: unknown[]) {
  return client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${text}`, values)
}

function nodesOf(node: Node | undefined): Node[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : []
}

function isWhole(node: Node): boolean {
  const isScan = /^(Seq|Index|Index Only) Scan$/.test(node['Node Type'])
  return isScan && node['Index Cond'] === undefined && large.includes(node['Relation Name'] ?? '')
}
