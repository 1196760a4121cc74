import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Branch, branches } from '#contract/enumerations.ts'
import type { GradeBook, JournalDay, Mark } from '#contract/learning/grade-book.ts'
import { markHistory, marks, termMarks } from '#server/db/schema/learning.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { demoMarkTypes } from '#server/demo/learning/mark-types.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { openGradeBooks } from '#tests/support/schools/grade-books.ts'
import { largeGradeBookAccounts, seedWithLargeGradeBook } from '#tests/support/schools/large-grade-book.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { planOf, statementsOf } from '#tests/support/server/statements.ts'

const ofChildren = 'GET /v1/parent/children/grade-book'
const own = 'GET /v1/student/grade-book'
const unknownId = '11111111-1111-4111-8111-111111111111'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openGradeBooks(server))

async function answerOf<T>(person: Person, address: string, query?: Record<string, string>): Promise<T> {
  const answer = await person.call(address, query && { query: new URLSearchParams(query).toString() })
  expect([address, answer.statusCode]).toEqual([address, 200])
  return answer.json()
}

async function addFamily() {
  const parent = await server.signInAs({ roles: ['parent'] })
  const student = await server.signInAs({ roles: ['student'] })
  await server.opened.database.insert(guardianships).values({ guardianId: parent.userId, childId: student.userId })
  return { parent, student }
}

type OwnList = { books: (GradeBook & { marks: Mark[] })[] }

describe('The list', () => {
  test('shows a parent each child with its books and averages, and a student the same complete book with its marks', async () => {
    const { parent, student } = await addFamily()
    const { autumn, spring } = school.years.school
    const bookId = await school.addBook(student.userId, 'school')
    const course = await school.addCourse([bookId], 'school', { finalMark: '5' })
    await server.opened.database.insert(termMarks).values({ bookId, courseId: course.id, termId: autumn, value: '4' })
    const control = await school.addColumn(course, { markType: 'control', heldOn: '2026-10-13' })
    const homework = await school.addColumn(course, { markType: 'homework', heldOn: '2026-10-12' })
    const five = await school.addMark(bookId, control, { score: 5 })
    const two = await school.addMark(bookId, homework, { score: 2 })

    const book = {
      uuid: bookId,
      variant: 'school',
      title: 'Школа',
      schoolYear: '2026/2027',
      terms: [
        { uuid: autumn, title: '1-й семестр', startsOn: '2026-09-01', endsOn: '2026-12-31' },
        { uuid: spring, title: '2-й семестр', startsOn: '2027-01-11', endsOn: '2027-06-30' },
      ],
      courses: [
        {
          uuid: course.id,
          title: 'Алгебра',
          groupUuid: null,
          teacher: 'Белова Ирина Сергеевна',
          average: 4.25,
          termMarks: [{ termUuid: autumn, value: '4' }],
          finalMark: '5',
        },
      ],
    }
    const child = { uuid: student.userId, firstName: 'Иван', lastName: 'Петров', patronym: null, avatar: null }
    expect(await answerOf(parent, `${ofChildren}/list`)).toEqual([
      { student: { ...child, grade: null }, books: [book], retakes: [] },
    ])
    expect(await answerOf(student, `${own}/books`)).toEqual({ books: [book], retakes: [] })
    expect(await answerOf(student, `${own}/list`)).toEqual({
      books: [
        {
          ...book,
          marks: [
            { uuid: two, courseUuid: course.id, date: '2026-10-12', value: '2', markType: 'homework', weight: 1 },
            { uuid: five, courseUuid: course.id, date: '2026-10-13', value: '5', markType: 'control', weight: 3 },
          ],
        },
      ],
    })
  })

  test('names the failed exams and credits of the college and the day of the retake, until they are passed', async () => {
    const { parent, student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'college')
    const [algebra, ethics] = [
      await school.addCourse([bookId], 'college'),
      await school.addCourse([bookId], 'college', { title: 'Этика' }),
    ]
    // Passed on the second try.
    const retaken = await school.addMark(bookId, await school.addColumn(algebra, { markType: 'exam' }), { score: 4 })
    const firstTry = { markId: retaken, at: new Date('2026-10-02T13:10:00Z'), value: '2' }
    await server.opened.database.insert(markHistory).values(firstTry)
    // Not taken yet.
    await school.addColumn(await school.addCourse([bookId], 'college', { title: 'История' }), { markType: 'exam' })
    const credit = { markType: 'credit', max: 1, termId: school.years.college.spring }
    const failed = await school.addColumn(ethics, { ...credit, heldOn: '2027-02-15' })
    await school.addMark(bookId, failed, { score: 0, value: 'незачёт' })
    const retakes = async () => (await answerOf<{ retakes: unknown }>(student, `${own}/books`)).retakes
    const owed = { bookUuid: bookId, courseUuid: ethics.id, termUuid: credit.termId, retakeOn: null as string | null }
    expect(await retakes()).toEqual([owed])
    // Neither a day of this course that did not take place, nor one of another term, nor a usual lesson, nor its exam.
    const later = { ...credit, heldOn: '2027-02-20' }
    await school.addColumn(ethics, { ...later, held: false })
    await school.addColumn(ethics, { ...later, termId: school.years.college.autumn })
    await school.addColumn(ethics, { ...later, markType: 'work' })
    await school.addColumn(ethics, { ...later, markType: 'exam' })
    expect(await retakes()).toEqual([owed])
    await school.addColumn(ethics, { ...later, heldOn: '2027-02-22' })
    const dated = [{ ...owed, retakeOn: '2027-02-22' }]
    expect(await retakes()).toEqual(dated)
    expect(await answerOf(parent, `${ofChildren}/list`)).toMatchObject([{ retakes: dated }])
    const passed = await school.addColumn(ethics, { ...credit, heldOn: '2027-02-22' })
    await school.addMark(bookId, passed, { score: 1, value: 'зачёт' })
    expect(await retakes()).toEqual([])
  })

  test('names a child without a book, and is empty for a user without children and books', async () => {
    const { parent, student } = await addFamily()
    expect(await answerOf(parent, `${ofChildren}/list`)).toMatchObject([
      { student: { uuid: student.userId }, books: [] },
    ])
    expect(await answerOf(student, `${own}/list`)).toEqual({ books: [] })
    expect(await answerOf(await server.signInAs({ roles: ['parent'] }), `${ofChildren}/list`)).toEqual([])
  })
})

type Cell = { kind: number; max: number; mark: 'none' | 'absent' | number; spring: boolean }

const cell = fc.record({
  kind: fc.nat(),
  max: fc.integer({ min: 1, max: 30 }),
  mark: fc.oneof(fc.constant('none' as const), fc.constant('absent' as const), fc.nat()),
  spring: fc.boolean(),
})
const journal = fc.record({ branch: fc.constantFrom(...branches), cells: fc.array(cell, { maxLength: 12 }) })

/** Reference calculation: whole numbers, rounded once, half up. */
function naiveAverage(branch: Branch, scored: readonly { score: number; max: number; weight: number }[]) {
  const sum = (of: (each: (typeof scored)[number]) => number) => scored.reduce((total, each) => total + of(each), 0)
  const [upper, lower] =
    branch === 'academy'
      ? [100 * sum(({ score }) => score), sum(({ max }) => max)]
      : [sum(({ score, weight }) => score * weight), sum(({ weight }) => weight)]
  return lower === 0 ? null : Math.round((100 * upper) / lower) / 100
}

async function writeJournal(branch: Branch, cells: readonly Cell[]) {
  const { parent, student } = await addFamily()
  const bookId = await school.addBook(student.userId, branch)
  const course = await school.addCourse([bookId], branch)
  const kinds = demoMarkTypes.filter((kind) => kind.branch === branch)
  const { autumn, spring } = school.years[branch]
  const scored: { score: number; max: number; weight: number; termId: string }[] = []
  for (const each of cells) {
    const { code, weight } = kinds[each.kind % kinds.length] as (typeof kinds)[number]
    const termId = each.spring ? spring : autumn
    const column = await school.addColumn(course, { markType: code, max: each.max, termId })
    if (each.mark === 'none') continue
    const score = each.mark === 'absent' ? null : each.mark % (each.max + 1)
    await school.addMark(bookId, column, score === null ? { absent: true } : { score })
    if (score !== null) scored.push({ score, max: each.max, weight, termId })
  }
  return { parent, student, bookId, course, scored, terms: [autumn, spring] }
}

describe('For any marks', () => {
  test('averages and totals use only scored marks, and each mark is in exactly one day', async () => {
    await fc.assert(
      fc.asyncProperty(journal, async ({ branch, cells }) => {
        const { parent, student, bookId, course, scored, terms } = await writeJournal(branch, cells)
        const average = async () => (await answerOf<OwnList>(student, `${own}/list`)).books[0]?.courses[0]?.average
        expect(await average()).toBe(naiveAverage(branch, scored))

        const inDays: (string | null)[] = []
        for (const termUuid of terms) {
          const ofTerm = scored.filter(({ termId }) => termId === termUuid)
          const asked = { bookUuid: bookId, termUuid }
          const found = await answerOf<{ total: number; max: number }>(student, `${own}/score-journal`, {
            ...asked,
            courseUuid: course.id,
          })
          expect([found.total, found.max]).toEqual([
            ofTerm.reduce((sum, { score }) => sum + score, 0),
            ofTerm.reduce((sum, { max }) => sum + max, 0),
          ])
          const days = await answerOf<JournalDay[]>(student, `${own}/journal-days`, asked)
          const listed = await answerOf<Mark[]>(parent, `${ofChildren}/marks`, {
            ...asked,
            studentUuid: student.userId,
            'courseUuid[]': course.id,
          })
          expect(await answerOf(student, `${own}/marks`, { ...asked, 'courseUuid[]': course.id })).toEqual(listed)
          const marked = days.flatMap(({ markUuid }) => markUuid ?? [])
          expect(marked.sort()).toEqual(listed.map(({ uuid }) => uuid).sort())
          inDays.push(...marked)
        }
        const { books } = await answerOf<OwnList>(student, `${own}/list`)
        expect(inDays.sort()).toEqual(books[0]?.marks.map(({ uuid }) => uuid).sort())

        await server.opened.database.delete(marks).where(and(eq(marks.bookId, bookId), eq(marks.absent, true)))
        expect(await average()).toBe(naiveAverage(branch, scored))
      }),
      { numRuns: 20 },
    )
  })
})

describe('A journal', () => {
  test('distinguishes given, changed and missing marks, absences and lessons not held', async () => {
    const { student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'college')
    const course = await school.addCourse([bookId], 'college')
    const { autumn } = school.years.college
    const on = (day: string, more = {}) => school.addColumn(course, { heldOn: day, ...more })
    const given = await on('2026-10-01')
    const missed = await on('2026-10-02')
    const open = await on('2026-10-03')
    const fell = await on('2026-10-04', { held: false })
    const credit = await on('2026-10-05', { markType: 'credit', max: 1 })
    const four = await school.addMark(bookId, given, { score: 4 })
    const absence = await school.addMark(bookId, missed, { absent: true })
    const passed = await school.addMark(bookId, credit, { score: 1, value: 'зачёт' })
    await server.opened.database
      .insert(markHistory)
      .values({ markId: passed, at: new Date('2026-10-05T13:10:00Z'), value: 'незачёт' })

    const day = { courseUuid: course.id, termUuid: autumn, topic: 'Дроби и проценты', markType: 'work', max: 5 }
    const plain = { held: true, markUuid: null, absent: false, earlier: [] }
    expect(await answerOf(student, `${own}/journal-days`, { bookUuid: bookId, termUuid: autumn })).toEqual([
      { ...day, ...plain, uuid: given.id, date: '2026-10-01', markUuid: four },
      { ...day, ...plain, uuid: missed.id, date: '2026-10-02', markUuid: absence, absent: true },
      { ...day, ...plain, uuid: open.id, date: '2026-10-03' },
      { ...day, ...plain, uuid: fell.id, date: '2026-10-04', held: false },
      {
        ...day,
        ...plain,
        uuid: credit.id,
        date: '2026-10-05',
        markType: 'credit',
        max: 1,
        markUuid: passed,
        earlier: ['незачёт'],
      },
    ])
  })

  test('of an academy adds up scores', async () => {
    const { student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'academy')
    const course = await school.addCourse([bookId], 'academy')
    const { autumn } = school.years.academy
    const first = await school.addColumn(course, { heldOn: '2026-10-01' })
    const second = await school.addColumn(course, { heldOn: '2026-10-08', markType: 'project', max: 20 })
    const mark = await school.addMark(bookId, first, { score: 8 })
    const asked = { bookUuid: bookId, termUuid: autumn, courseUuid: course.id }
    const topic = 'Дроби и проценты'
    expect(await answerOf(student, `${own}/score-journal`, asked)).toEqual({
      columns: [
        { uuid: first.id, date: '2026-10-01', topic, markType: 'practice', max: 10 },
        { uuid: second.id, date: '2026-10-08', topic, markType: 'project', max: 20 },
      ],
      scores: [
        { columnUuid: first.id, value: 8, absent: false, markUuid: mark },
        { columnUuid: second.id, value: null, absent: false, markUuid: null },
      ],
      total: 8,
      max: 10,
    })
  })

  test('that does not exist has a reason, and the scale is that of the branch', async () => {
    const { student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'academy')
    const noJournalReason = 'Журнал откроется, когда начнётся модуль 3'
    await school.addCourse([bookId], 'academy')
    const { id } = await school.addCourse([bookId], 'academy', { title: 'Стажировка', noJournalReason })
    expect(await answerOf(student, `${own}/courses-without-journals`, { bookUuid: bookId })).toEqual([
      { courseUuid: id, title: 'Стажировка', reason: noJournalReason },
    ])
    expect(await answerOf(student, `${own}/settings`, { bookUuid: bookId })).toEqual({
      scale: { kind: 'hundred', passing: 60, max: 100 },
      markTypes: [
        { code: 'practice', title: 'Практика', weight: 1 },
        { code: 'project', title: 'Проект', weight: 1 },
        { code: 'exam', title: 'Экзамен модуля', weight: 1 },
      ],
    })
  })
})

describe('A mark', () => {
  test('shows its work, all its values, and the group average from five scores on', async () => {
    const { parent, student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'school')
    const others: string[] = []
    for (let number = 0; number < 5; number += 1)
      others.push(await school.addBook((await server.signInAs({ roles: ['student'] })).userId, 'school'))
    const course = await school.addCourse([bookId, ...others], 'school')
    const column = await school.addColumn(course, { task: 'Два варианта' })
    const givenAt = new Date('2026-10-15T11:30:00Z')
    const comment = `Не хватает вывода.\n\n${'Ответ не обоснован. '.repeat(200)}`
    const markUuid = await school.addMark(bookId, column, { score: 4, comment, givenAt })
    await server.opened.database
      .insert(markHistory)
      .values({ markId: markUuid, at: new Date('2026-10-12T13:10:00Z'), value: '3' })

    for (const [index, score] of [5, 3, 3].entries()) await school.addMark(others[index] as string, column, { score })
    await school.addMark(others[3] as string, column, { absent: true })
    const details = {
      uuid: markUuid,
      topic: 'Дроби и проценты',
      task: 'Два варианта',
      comment,
      teacher: 'Белова Ирина Сергеевна',
      history: [
        { value: '3', at: '2026-10-12T13:10:00.000Z' },
        { value: '4', at: '2026-10-15T11:30:00.000Z' },
      ],
    }
    expect(await answerOf(student, `${own}/mark-details`, { markUuid })).toEqual({ ...details, groupAverage: null })
    await school.addMark(others[4] as string, column, { score: 4 })
    expect(await answerOf(student, `${own}/mark-details`, { markUuid })).toEqual({ ...details, groupAverage: 3.8 })
    expect(await answerOf(parent, `${ofChildren}/mark-details`, { markUuid })).toEqual({
      ...details,
      groupAverage: 3.8,
    })
  })
})

describe('Data of other users', () => {
  test('is not found: books, terms, courses and marks, for parents and for students', async () => {
    const { parent, student } = await addFamily()
    const { parent: otherParent, student: other } = await addFamily()
    const bookUuid = await school.addBook(student.userId, 'school')
    const course = await school.addCourse([bookUuid], 'school')
    const foreign = await school.addCourse([await school.addBook(other.userId, 'school')], 'school')
    const markUuid = await school.addMark(bookUuid, await school.addColumn(course), { score: 5 })
    const asked = {
      bookUuid,
      studentUuid: student.userId,
      termUuid: school.years.school.autumn,
      courseUuid: course.id,
      'courseUuid[]': course.id,
      markUuid,
    }
    const parts = {
      settings: ['bookUuid'],
      'courses-without-journals': ['bookUuid'],
      'score-journal': ['bookUuid', 'termUuid', 'courseUuid'],
      'journal-days': ['bookUuid', 'termUuid'],
      marks: ['bookUuid', 'termUuid', 'courseUuid[]'],
      'mark-details': ['markUuid'],
    } as const
    const statusOf = async (person: Person, address: string, names: readonly string[], wrong = {}) => {
      const all: Record<string, string> = { ...asked, ...wrong }
      const query = new URLSearchParams(names.map((name) => [name, all[name] ?? ''])).toString()
      return (await person.call(address, { query })).statusCode
    }
    for (const [call, names] of Object.entries(parts)) {
      const ofChild = call === 'mark-details' ? names : [...names, 'studentUuid']
      expect([call, await statusOf(student, `${own}/${call}`, names)]).toEqual([call, 200])
      expect([call, await statusOf(parent, `${ofChildren}/${call}`, ofChild)]).toEqual([call, 200])
      expect([call, await statusOf(other, `${own}/${call}`, names)]).toEqual([call, 404])
      expect([call, await statusOf(otherParent, `${ofChildren}/${call}`, ofChild)]).toEqual([call, 404])
      for (const name of ofChild) {
        const status = await statusOf(parent, `${ofChildren}/${call}`, ofChild, { [name]: unknownId })
        expect([call, name, status]).toEqual([call, name, 404])
      }
    }
    const elsewhere = { termUuid: school.years.college.autumn }
    expect(await statusOf(student, `${own}/journal-days`, parts['journal-days'], elsewhere)).toBe(404)
    expect(await statusOf(student, `${own}/score-journal`, parts['score-journal'], { courseUuid: foreign.id })).toBe(
      404,
    )
    expect(await statusOf(student, `${own}/marks`, parts.marks, { 'courseUuid[]': foreign.id })).toBe(404)
    const marksNames = [...parts.marks, 'studentUuid']
    // The user's own child with the book of another one.
    expect(await statusOf(otherParent, `${ofChildren}/marks`, marksNames, { studentUuid: other.userId })).toBe(404)
  })
})

describe('A school with a book of twenty thousand marks', { tags: ['nightly'] }, () => {
  const large = openForSuite(() => openTestApp({ now: new Date('2026-11-20T12:00:00Z') }))
  beforeAll(async () => {
    await seedWithLargeGradeBook(large.opened.database, 20_000, { clock: () => large.clock.now })
  })

  async function signIn(login: string) {
    const [user] = await large.opened.database
      .select({ id: users.id })
      .from(users)
      .where(eq(users.subject, demoSubject(login)))
    return large.signInAs({ roles: ['parent', 'student'], userId: user?.id ?? '' })
  }

  /** The statements of a call without those that read the session. */
  async function askedBy(person: Person, address: string, query = '') {
    const statements = await statementsOf(async () => {
      expect((await person.call(address, { query })).statusCode).toBe(200)
    })
    return statements.filter(({ text }) => !text.includes('"sessions"'))
  }

  test('each call uses as many statements for a large book as for a small one, and reads a small one by indexes', async () => {
    const counts: Record<string, number[]> = {}
    for (const [studentLogin, parentLogin] of [
      ['student', 'family'],
      [largeGradeBookAccounts.student.login, largeGradeBookAccounts.parent.login],
    ] as const) {
      const [student, parent] = [await signIn(studentLogin), await signIn(parentLogin)]
      const { books } = (await student.call(`${own}/list`)).json<OwnList>()
      const book = books.at(-1)
      if (!book || !student.userId) throw new Error(`${studentLogin} has no book`)
      const inTerm = `bookUuid=${book.uuid}&termUuid=${book.terms[1]?.uuid}`
      const courses = book.courses.map(({ uuid }) => `courseUuid[]=${uuid}`).join('&')
      const asked = [
        ['own list', await askedBy(student, `${own}/list`)],
        ['own books', await askedBy(student, `${own}/books`)],
        ['children’s list', await askedBy(parent, `${ofChildren}/list`)],
        ['marks', await askedBy(parent, `${ofChildren}/marks`, `${inTerm}&studentUuid=${student.userId}&${courses}`)],
        ['days', await askedBy(student, `${own}/journal-days`, inTerm)],
        ['details', await askedBy(student, `${own}/mark-details`, `markUuid=${book.marks[0]?.uuid}`)],
      ] as const
      for (const [name, statements] of asked) {
        counts[name] = [...(counts[name] ?? []), statements.length]
        // Half of all marks belong to the student with the large grade book. A sequential scan is the cheapest plan for
        // those.
        for (const statement of studentLogin === 'student' ? statements : []) {
          const plan = await planOf(large.opened, statement)
          expect([name, plan.match(/Seq Scan on (marks|journal_columns|mark_history)(_earlier)?\b/g)]).toEqual([
            name,
            null,
          ])
        }
      }
    }
    expect(counts).toEqual({
      'own list': [3, 3],
      'own books': [2, 2],
      'children’s list': [3, 3],
      marks: [2, 2],
      days: [2, 2],
      details: [1, 1],
    })
  })
})
