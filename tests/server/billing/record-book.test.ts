import { rmSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { markHistory, termMarks } from '#server/db/schema/learning.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { findOutstandingExams } from '#server/learning/grade-book/rules.ts'
import { writeBuiltPages } from '#tests/support/documents/built-pages.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { openGradeBooks } from '#tests/support/schools/grade-books.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { auditedOf } from '#tests/support/server/audited.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const address = 'GET /v1/learning/record-book-link'
const now = new Date('2026-11-20T21:30:00Z')

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openGradeBooks(server))
beforeEach(() => {
  server.clock.now = now
})

async function addFamily() {
  const parent = await server.signInAs({ roles: ['spo_parent'] })
  const student = await server.signInAs({ roles: ['spo_student'] })
  await server.opened.database.insert(guardianships).values({ guardianId: parent.userId, childId: student.userId })
  return { parent, student }
}

async function linkFor(person: Person, bookUuid: string): Promise<string> {
  const answer = await person.call(address, { query: `bookUuid=${bookUuid}` })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ url: string }>().url
}

async function read(person: Person, bookUuid: string) {
  const answer = await person.open(await linkFor(person, bookUuid))
  expect(answer.statusCode).toBe(200)
  return readPdf(answer.rawPayload)
}

describe('A record book of the college', () => {
  test('has the exams and credits of each semester, previous results, debts and the state of courses', async () => {
    const { student } = await addFamily()
    const { spring } = school.years.college
    const bookId = await school.addBook(student.userId, 'college')
    const algebra = await school.addCourse([bookId], 'college', { finalMark: '4' })
    const ethics = await school.addCourse([bookId], 'college', { title: 'Этика' })
    await school.addCourse([bookId], 'college', {
      title: 'Учебная практика',
      teacherId: null,
      noJournalReason: 'Руководитель практики ещё не назначен',
    })
    await school.addMark(bookId, await school.addColumn(algebra), { score: 5 })
    const exam = await school.addColumn(algebra, { markType: 'exam', heldOn: '2026-10-12' })
    const passed = await school.addMark(bookId, exam, { score: 4, givenAt: new Date('2026-10-22T21:30:00Z') })
    await server.opened.database
      .insert(markHistory)
      .values({ markId: passed, at: new Date('2026-10-12T13:10:00Z'), value: '2' })
    const credit = await school.addColumn(ethics, { markType: 'credit', max: 1, heldOn: '2027-02-15', termId: spring })
    await school.addMark(bookId, credit, { score: 0, value: 'незачёт' })

    const { pages, info, roles } = await read(student, bookId)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toBe(
      [
        'Колледж Студент: Петров Иван Отделение: Колледж Учебный год: 2026/2027',
        '1-й семестр Дисциплина Вид Преподаватель Оценка Дата До пересдачи',
        // The evening of the 22nd in UTC is the 23rd at the school.
        'Алгебра Экзамен Белова Ирина Сергеевна 4 23.10.2026 2 (12.10.2026)',
        '2-й семестр Дисциплина Вид Преподаватель Оценка Дата До пересдачи',
        'Этика Зачёт Белова Ирина Сергеевна незачёт 15.02.2027 —',
        'Академические задолженности Этика: зачёт 15.02.2027, оценка «незачёт».',
        'Дисциплины Дисциплина Средний балл текущих работ Итог',
        'Алгебра 5,00 4 Учебная практика — — Этика — —',
        'Учебная практика: Руководитель практики ещё не назначен. Прочерк — оценка не выставлена.',
        'Петров Иван · 2026/2027 Составлено 21.11.2026 Страница 1 из 1',
      ].join(' '),
    )
    expect(info).toMatchObject({ Title: 'Колледж', Author: 'Петров Иван · 2026/2027', Language: 'ru-RU' })
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
  })

  const exam = (markType: string, score: number | null, more = {}) => ({
    courseUuid: 'algebra',
    termUuid: 'autumn',
    markType,
    score,
    ...more,
  })
  test.each([
    ['a failed exam', [exam('exam', 2)], [true]],
    ['a passed exam', [exam('exam', 3)], [false]],
    ['a failed credit', [exam('credit', 0)], [true]],
    ['a passed credit', [exam('credit', 1)], [false]],
    ['a credit without a score', [exam('credit', null)], [false]],
    ['a failed credit before a passed exam', [exam('credit', 0), exam('exam', 4)], [false, false]],
    ['a failed exam after a passed credit', [exam('credit', 1), exam('exam', 2)], [false, true]],
    ['a pass of another term', [exam('credit', 0), exam('credit', 1, { termUuid: 'spring' })], [true, false]],
    ['a pass of another course', [exam('credit', 0), exam('credit', 1, { courseUuid: 'ethics' })], [true, false]],
  ])('has the debts of %s', (_, exams, expected) => {
    const owed = findOutstandingExams(exams)
    expect(exams.map((each) => owed.has(each))).toEqual(expected)
  })
})

test('A record book of the school has every course with its terms, its average and its year', async () => {
  const { student } = await addFamily()
  const bookId = await school.addBook(student.userId, 'school')
  const { id } = await school.addCourse([bookId], 'school', { finalMark: '5' })
  const { autumn } = school.years.school
  await server.opened.database.insert(termMarks).values({ bookId, courseId: id, termId: autumn, value: '4' })
  const { pages } = await read(student, bookId)
  expect(pages[0]).toContain('Предмет 1-й семестр 2-й семестр Средний балл Год Алгебра 4 — — 5')
})

describe('The download link', () => {
  test('returns an uncached file with a Russian name', async () => {
    const { parent, student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'college')
    const { statusCode, headers } = await parent.open(await linkFor(parent, bookId))
    const fileName = encodeURIComponent('Колледж 2026-2027 Петров Иван.pdf')
    expect([statusCode, headers['content-type'], headers['cache-control'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'no-store',
      `attachment; filename="document.pdf"; filename*=UTF-8''${fileName}`,
    ])
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toEqual([
      ['export.record-book', parent.userId, 'Колледж 2026-2027 Петров Иван.pdf'],
    ])
  })

  test('is for the child’s parents and the student, and not for another book', async () => {
    const { parent, student } = await addFamily()
    const bookId = await school.addBook(student.userId, 'college')
    expect(await linkFor(parent, bookId)).not.toBe(await linkFor(student, bookId))
    const stranger = await server.signInAs({ roles: ['parent', 'student'] })
    expect((await stranger.call(address, { query: `bookUuid=${bookId}` })).statusCode).toBe(404)
  })

  test('redirects a browser to an explanation after it has expired, and returns a problem document to API clients', async () => {
    const dist = writeBuiltPages()
    const withPages = await openTestApp({ dist })
    try {
      const student = await withPages.signInAs({ roles: ['spo_student'] })
      const url = '/api/v1/document/record-book/11111111-1111-4111-8111-111111111111/0/c2lnbmVk'
      const navigate = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
      for (const person of [student, withPages.visitor]) {
        const page = await person.open(url, navigate)
        expect([page.statusCode, page.headers.location]).toEqual([303, '/404?lost=document'])
      }
      expect((await student.open(url, { accept: 'text/html,*/*' })).statusCode).toBe(303)
      for (const headers of [{ 'sec-fetch-mode': 'cors', accept: 'text/html' }, { accept: '*/*' }]) {
        const problem = await student.open(url, headers)
        expect([problem.statusCode, problem.headers['content-type']]).toEqual([404, 'application/problem+json'])
      }
      // Other addresses under /api keep their error format.
      expect((await student.open('/api/v1/nothing', navigate)).statusCode).toBe(404)
    } finally {
      await withPages.close()
      rmSync(dist, { recursive: true })
    }
  })

  test('does not open for a user who has lost guardianship of the student', async () => {
    const { parent, student } = await addFamily()
    const url = await linkFor(parent, await school.addBook(student.userId, 'college'))
    await server.opened.database
      .delete(guardianships)
      .where(and(eq(guardianships.guardianId, parent.userId), eq(guardianships.childId, student.userId)))
    expect((await parent.open(url)).statusCode).toBe(404)
  })
})

test('A long table spans pages, each with header, owner and page number', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => [`Предмет ${index + 1}`, '5'])
  const columns = [
    { title: 'Название', width: 3 },
    { title: 'Итог', width: 1 },
  ]
  const frame = { title: 'Ведомость', about: 'Соколов Артём', madeOn: 'Составлено 20.11.2026' }
  const { pages } = await readPdf(await renderDocument(frame, [{ kind: 'table', columns, rows }]))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Название Итог')
    expect(page).toContain(`Соколов Артём Составлено 20.11.2026 Страница ${index + 1} из ${pages.length}`)
  }
  const found = pages.join(' ').match(/Предмет \d+ 5/g)
  expect(found).toEqual(rows.map((row) => row.join(' ')))
})

test('A document embeds only the glyphs that it uses', async () => {
  const frame = { title: 'Ведомость', about: 'Соколов Артём', madeOn: 'Составлено 20.11.2026' }
  const content = await renderDocument(frame, [{ kind: 'heading', text: 'Съешь же ещё этих мягких французских булок' }])
  expect(content.length).toBeLessThan(60_000)
})
