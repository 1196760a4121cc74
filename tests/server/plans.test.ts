import { eq } from 'drizzle-orm'
import type { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asker, firstCallsOf, frameCallsOf, monthOf, type Screen, screens } from '#contract/screens.ts'
import { demoSubject } from '#server/db/demo/accounts.ts'
import { seedDemo } from '#server/db/demo/seed.ts'
import { users } from '#server/db/schema/people.ts'
import { urlOf } from '#server/page/first-calls.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/app.ts'
import { type Statement, statementsOf } from '#tests/support/statements.ts'

const now = new Date('2026-10-14T09:00:00Z')

/** What grows with the school and with its years. */
const large = [
  'contract_states',
  'contracts',
  'exams',
  'grade_books',
  'group_memberships',
  'guardianships',
  'journal_columns',
  'lessons',
  'marks',
  'operations',
  'payments',
  'self_study_items',
  'sessions',
  'tickets',
  'user_roles',
  'users',
]

let server: TestApp
let people: Record<'parent' | 'student', Person>
beforeAll(async () => {
  server = await openTestApp({ now })
  await seedDemo(server.opened.database, { clock: () => now })
  people = { parent: await signIn('family', 'parent'), student: await signIn('student', 'student') }
})
afterAll(() => server.close())

async function signIn(login: string, group: 'parent' | 'student'): Promise<Person> {
  const { database } = server.opened
  const [user] = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, demoSubject(login)))
  return server.signInAs({ roles: [], userId: user?.id ?? '', group })
}

const asked = (['parent', 'student'] as const).flatMap((group) => {
  const day = now.toISOString().slice(0, 10)
  const asker: Asker = { isVisitor: false, group, today: day, lastDayInSight: day, linkProviders: [] }
  const own = [
    'contracts-and-payments',
    'schedule',
    'parent-home-page',
    'profile',
    'grade-book',
    'schedule-change',
  ] as const
  const calls = own.flatMap((name) => firstCallsOf(screens[name] as Screen, asker, { date: monthOf(day) }, {}))
  const paths = new Set([...frameCallsOf(group), ...calls].map(urlOf))
  return [...paths].map((path) => [group, path.replace('/api', '')] as const)
})

test.each(asked)('A %s’s %s reads what grows by its indexes', async (group, path) => {
  const statements = await statementsOf(async () => {
    const { statusCode } = await people[group].call(`GET ${path}`)
    expect(statusCode).toBe(200)
  })
  const reads = statements.filter(({ text }) => /^\s*(select|with|\()/i.test(text))
  expect(reads).not.toEqual([])
  for (const statement of reads) expect(await readWhole(statement)).toEqual([])
})

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** Large tables that the statement could only read from one end to the other, by themselves or by an index. */
async function readWhole({ text, values }: Statement): Promise<string[]> {
  const { $client } = server.opened.database as typeof server.opened.database & { $client: Pool }
  const client = await $client.connect()
  try {
    await client.query('begin')
    // A school of this size fits into a few pages: what matters is which way there is when it does not.
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
