// Database: both.
import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '#server/db/schema/identity.ts'
import {
  courses,
  gradeBooks,
  gradeScales,
  journalColumns,
  lessonResults,
  markHistory,
  marks,
  markTypes,
  terms,
} from '#server/db/schema/learning.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { idOfYear } from '#server/db/school-years.ts'
import { blocksOf } from '#tests/support/documents/commands-of-documents.ts'
import { openPayingSchool } from '#tests/support/schools/paying-school.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const suite = openForSuite(async () => {
  const server = await openTestApp()
  const school = await openPayingSchool(server)
  return { server, school, ...(await openJournal()), close: () => server.close() }

  /** A child with a grade book, and columns of a journal for marks. */
  async function openJournal() {
    const { database } = server.opened
    const { parent, childId } = await school.addFamily('Вера')
    await database.insert(gradeScales).values({ branch: 'school', kind: 'five', passing: 3, max: 5 })
    await database.insert(markTypes).values({ branch: 'school', code: 'test', title: 'Контрольная', weight: 1 })
    const [course, term, bookId] = [randomUUID(), randomUUID(), randomUUID()]
    await database.insert(courses).values({ id: course, campaignId: ids.campaign, title: 'Физика' })
    const days = { startsOn: '2026-09-01', endsOn: '2026-12-31' }
    await database.insert(terms).values({ id: term, campaignId: ids.campaign, title: '1', ...days })
    await database.insert(gradeBooks).values({ id: bookId, studentId: childId, campaignId: ids.campaign, title: '7' })
    const day = { heldOn: '2026-09-05', topic: 'Тема', branch: 'school', markType: 'test', max: 5 } as const
    const addColumn = async () => {
      const id = randomUUID()
      await database.insert(journalColumns).values({ id, courseId: course, termId: term, ...day })
      return id
    }
    return { childId, parentId: parent.userId, bookId, addColumn }
  }
})

/** What the migration took for the present school year. */
const present = async (): Promise<number> => {
  const { rows } = await suite.server.opened.database.execute<{ year: number }>(
    sql`select school_year_of(now()) as year`,
  )
  return Number(rows[0]?.year)
}
const midYear = (year: number) => new Date(Date.UTC(year, 9, 1))

async function addMark(more: Partial<typeof marks.$inferInsert> = {}) {
  const mark = { bookId: suite.bookId, value: '5', score: 5, givenAt: new Date(), columnId: await suite.addColumn() }
  const [added] = await suite.server.opened.database
    .insert(marks)
    .values({ ...mark, ...more })
    .returning({ id: marks.id })
  return String(added?.id)
}

async function partitionOf(table: string, which: SQL): Promise<string> {
  const { rows } = await suite.server.opened.database.execute<{ name: string }>(
    sql`select tableoid::regclass as name from ${sql.identifier(table)} where ${which}`,
  )
  return rows.map(({ name }) => name).join()
}

async function refusalOf(work: PromiseLike<unknown>): Promise<unknown[]> {
  return Promise.resolve(work).then(
    () => [],
    ({ cause }: Error) => {
      const { code, constraint } = cause as { code?: string; constraint?: string }
      return [code, constraint]
    },
  )
}

describe('A row is stored in the partition of its school year', () => {
  test('that its id names: the present one by default, that of its date in an import, the present one for a date far ahead', async () => {
    const [year, now] = [await present(), new Date()]
    const byId = (id: string) => partitionOf('marks', eq(marks.id, id))
    expect(await byId(await addMark())).toBe(`marks_${year}`)
    expect(await byId(await addMark({ id: idOfYear(midYear(year + 1), now) }))).toBe(`marks_${year + 1}`)
    expect(await byId(await addMark({ id: idOfYear(midYear(year - 3), now) }))).toBe('marks_earlier')
    expect(await byId(await addMark({ id: idOfYear(midYear(year + 9), now) }))).toBe(`marks_${year}`)
  })

  test('that begins on 1 August', async () => {
    const now = midYear(await present())
    const named = (at: string) => idOfYear(new Date(at), now).slice(0, 18)
    expect(named('2026-07-31T23:59:59Z')).toBe('ffffffff-ffff-8025')
    expect(named('2026-08-01T00:00:00Z')).toBe('ffffffff-ffff-8026')
    const { rows } = await suite.server.opened.database.execute(
      sql`select school_year_of('2026-07-31T23:59:59Z') as before, school_year_of('2026-08-01T00:00:00Z') as after`,
    )
    expect(rows).toEqual([{ before: 2025, after: 2026 }])
  })

  test('an id that a release before gave it is among the earlier ones, whatever it is', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
      expect(await partitionOf('marks', eq(marks.id, await addMark({ id })))).toBe('marks_earlier')
  })

  test('a year without a partition is in the default one: no write is refused', async () => {
    const mark = await addMark({ id: 'ffffffff-ffff-8777-8000-000000000000' })
    expect(await partitionOf('marks', eq(marks.id, mark))).toBe('marks_default')
    await suite.server.opened.database.delete(marks).where(eq(marks.id, mark))
    const requestId = randomUUID()
    await suite.server.opened.database.insert(auditEntries).values({ at: midYear(2300), action: 'note', requestId })
    expect(await partitionOf('audit_entries', eq(auditEntries.requestId, requestId))).toBe('audit_entries_default')
  })

  test('results of a lesson and former values of a mark follow the lesson and the mark', async () => {
    const { database } = suite.server.opened
    const [year, lessonId] = [await present(), idOfYear(midYear((await present()) + 1), new Date())]
    const at = { startsAt: new Date('2027-09-01T10:00:00Z'), endsAt: new Date('2027-09-01T11:00:00Z') }
    await database.insert(lessons).values({ id: lessonId, groupId: ids.group, topic: 'Тема', format: 'offline', ...at })
    await database.insert(lessonResults).values({ lessonId, studentId: suite.childId, attendance: 'present' })
    expect(await partitionOf('lesson_results', eq(lessonResults.lessonId, lessonId))).toBe(`lesson_results_${year + 1}`)
    const markId = await addMark()
    await database.insert(markHistory).values({ markId, at: new Date(), value: '3' })
    expect(await partitionOf('mark_history', eq(markHistory.markId, markId))).toBe(`mark_history_${year}`)
    await database.delete(marks).where(eq(marks.id, markId))
    expect(await partitionOf('mark_history', eq(markHistory.markId, markId))).toBe('')
  })

  test('a mark that is imported again is changed where it is', async () => {
    const id = await addMark({ id: idOfYear(midYear((await present()) - 1), new Date()) })
    const columnId = await suite.addColumn()
    const { rows } = await suite.server.opened.database.execute(sql`
      insert into marks (id, book_id, column_id, value, given_at) values (${id}, ${suite.bookId}, ${columnId}, '4', now())
      on conflict (id) do update set value = excluded.value, column_id = excluded.column_id
      returning tableoid::regclass::text as stored, value`)
    expect(rows).toEqual([{ stored: 'marks_earlier', value: '4' }])
  })
})

describe('What is unique stays so across the years', () => {
  test('a grade book has one mark in a column', async () => {
    const { database } = suite.server.opened
    const columnId = await suite.addColumn()
    const first = await addMark({ columnId })
    const other = { columnId, id: randomUUID() }
    expect(await refusalOf(addMark(other))).toEqual(['23505', 'marks_once'])
    const elsewhere = await addMark({ id: other.id })
    const move = database.update(marks).set({ columnId }).where(eq(marks.id, elsewhere))
    expect(await refusalOf(move)).toEqual(['23505', 'marks_once'])
    expect(await refusalOf(database.update(marks).set({ value: '4' }).where(eq(marks.id, first)))).toEqual([])
  })

  test('also if two imports add it at the same moment', async () => {
    const columnId = await suite.addColumn()
    const added = await Promise.all(
      [randomUUID(), undefined].map((id) => refusalOf(addMark({ columnId, ...(id && { id }) }))),
    )
    expect(added.filter(([code]) => code === '23505')).toHaveLength(1)
  })

  test('an operation of the bank is booked once', async () => {
    const { paymentId } = await suite.school.addAccount(suite.childId, suite.parentId)
    const book = (id: string) =>
      suite.server.opened.database.execute(sql`
        insert into operations (id, payment_id, kind, amount, at, external_id)
        values (${id}, ${paymentId}, 'ReceivingDS', 100, now(), 'Б-1')`)
    const [year, now] = [await present(), new Date()]
    expect(await refusalOf(book(randomUUID()))).toEqual([])
    expect(await refusalOf(book(idOfYear(midYear(year), now)))).toEqual(['23505', 'operations_external'])
    const { rows } = await suite.server.opened.database.execute(
      sql`select paid::int from payment_balances where payment_id = ${paymentId}`,
    )
    expect(rows).toEqual([{ paid: 100 }])
  })
})

test.each(['operations', 'audit_entries'])(
  'Rows of %s cannot be changed by the name of a partition either',
  async (table) => {
    const { database } = suite.server.opened
    const { rows } = await database.execute<{ name: string }>(
      sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { name } of rows) {
      expect(await refusalOf(database.execute(sql.raw(`update ${name} set at = now()`)))).toContain('23001')
      expect(await refusalOf(database.execute(sql.raw(`truncate ${name}`)))).toContain('23001')
    }
  },
)

describe('The daily job', () => {
  const tables = async (year: number) => {
    const { rows } = await suite.server.opened.database.execute<{ name: string }>(
      sql`select relname as name from pg_class where relispartition and relkind = 'r' and relname like ${`%\\_${year}`} order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const prepare = (year: number, warned: unknown[] = []) =>
    runJobs(['prepare-school-years'], {
      database: suite.server.opened.database,
      clock: () => midYear(year),
      log: { warn: (facts: unknown) => warned.push(facts) } as never,
    })

  test('makes the partitions of the next year, once', async () => {
    const year = await present()
    expect(await tables(year + 2)).toEqual([])
    await prepare(year + 1)
    await prepare(year + 1)
    const stored = ['audit_entries', 'lesson_results', 'mark_history', 'marks', 'operations']
    expect(await tables(year + 2)).toEqual(stored.map((table) => `${table}_${year + 2}`))
  })

  test('leaves a year whose rows are in the default partition, and says so', async () => {
    const year = await present()
    const at = midYear(year + 4)
    await suite.server.opened.database.insert(auditEntries).values({ at, action: 'note' })
    const warned: unknown[] = []
    await prepare(year + 3, warned)
    expect(warned).toEqual([{ tables: ['audit_entries'], year: year + 4 }])
    expect(await tables(year + 4)).toHaveLength(4)
  })
})

describe('The statements of docs/scaling.md', () => {
  const blocks = blocksOf('scaling')
  async function run(name: string): Promise<void> {
    const year = await present()
    const text = blocks.find((block) => block.name === name)?.content ?? ''
    // Those of the document are of 2026.
    const names = ['2027', '2026', '8027', '8026'].map((name) => [name, String(Number(name) + year - 2026)] as const)
    const ofPresent = names.reduce((sql, [name, own]) => sql.replaceAll(name, own), text)
    for (const statement of ofPresent.split(/^(?=alter |do )/m).filter((each) => each.trim()))
      await suite.server.opened.database.execute(sql.raw(statement))
  }
  const count = async () => {
    const { rows } = await suite.server.opened.database.execute<{ marks: number; history: number }>(
      sql`select count(*)::int as marks, (select count(*)::int from mark_history) as history from marks`,
    )
    return rows[0]
  }

  test('detach a year and attach it again, with nothing lost', async () => {
    const markId = await addMark()
    await suite.server.opened.database.insert(markHistory).values({ markId, at: new Date(), value: '3' })
    const before = await count()
    await run('detach')
    const without = await count()
    expect(without?.marks).toBeLessThan(before?.marks ?? 0)
    expect(await partitionOf('marks', eq(marks.id, markId))).toBe('')
    // The default partition takes what is given meanwhile.
    const meanwhile = await addMark()
    expect(await partitionOf('marks', eq(marks.id, meanwhile))).toBe('marks_default')
    await suite.server.opened.database.delete(marks).where(eq(marks.id, meanwhile))
    await run('attach')
    expect(await count()).toEqual(before)
    // The history follows the mark again.
    await suite.server.opened.database.delete(marks).where(eq(marks.id, markId))
    expect((await count())?.history).toBe(Number(before?.history) - 1)
  })

  test.runIf(process.env.TEST_DATABASE === 'postgres')('move a year to another tablespace', async () => {
    const client = await suite.server.opened.pool.connect()
    await client.query('set allow_in_place_tablespaces = on')
    await client.query(`create tablespace slow location ''`)
    client.release()
    const before = await count()
    await run('move')
    expect(await count()).toEqual(before)
  })
})
