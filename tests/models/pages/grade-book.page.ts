import { eventually } from '#tests/model-runner/browser/polling.ts'
import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn, type TestServer } from '#tests/models/e2e/test-server.ts'
import { type Course, openGradeBooks } from '#tests/support/schools/grade-books.ts'
import { averagesOf, firstMarks, type Mark } from './grade-book-model.ts'
import { expectFacts, plain } from './served-facts.ts'

type GradeBooks = Awaited<ReturnType<typeof openGradeBooks>>
type GradeBookData = { parent: { cookies: Record<string, string> }; books: GradeBooks; book: string; course: Course }
type Stage = ProductStage<GradeBookData>

const opened = new WeakMap<TestServer, Promise<GradeBooks>>()
/** Other ones than those of the school of the other paths. */
const titles = { school: 'Средняя школа', academy: 'Малая академия', college: 'Открытый колледж' }
const address = '/grade-book/'

/** A parent looks at the marks of a child. */
export const gradeBookPageEndToEnd: ProductLevel<GradeBookData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    const books = opened.get(server) ?? openGradeBooks(server.server, titles)
    opened.set(server, books)
    const parent = await newPerson(server, { confirmed: false })
    const known = await books
    const book = await known.addBook(await school.addChild('Артём', [parent]), 'school')
    return { parent, books: known, book, course: await known.addCourse([book], 'school') }
  },
  held: [],
  begin: async (stage) => {
    for (const mark of firstMarks) await give(stage, mark)
    await signIn(stage, stage.data.parent)
    await stage.page.goto(address)
  },
  events: {
    'mark.give': async (stage, { event }) => {
      await give(stage, event.mark)
      await stage.page.reload()
    },
    'whatIf.open': async ({ page, data }) => {
      await page.goto(`${address}?course=${data.course.id}`)
      await page.getByRole('tab', { name: 'Что если…' }).click()
    },
    'mark.imagine': async ({ page }, { event }) => {
      await page.getByLabel('За что').selectOption(event.mark.code)
      await page.getByLabel('Оценка').selectOption(String(event.mark.value))
      await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    },
    'whatIf.close': ({ page }) => page.keyboard.press('Escape'),
  },
  states: {
    shown: async ({ page }, { context }) => {
      const { now } = averagesOf(context)
      const row = page.getByRole('main').getByRole('row').filter({ hasText: 'Алгебра' })
      const seen = async () => [...new Set(plain((await row.first().textContent()) ?? '').match(/\d,\d\d/g))]
      // The year is counted by the server, the term by the page: both say the same.
      await expectFacts(page, seen, [now])
    },
    imagining: async ({ page }, { context }) => {
      const { now, withWhatIf } = averagesOf(context)
      const values = page.getByRole('dialog').locator('dl').last().locator('dd')
      await eventually(async () => (await values.allInnerTexts()).map(plain), 'the averages').toEqual([now, withWhatIf])
    },
  },
}

async function give({ data }: Stage, { value, code }: Mark): Promise<void> {
  const { books, book, course } = data
  const column = await books.addColumn(course, { markType: code, heldOn: heldOn[code] })
  await books.addMark(book, column, { score: value })
}

const heldOn: Record<Mark['code'], string> = {
  classwork: '2026-10-05',
  homework: '2026-10-07',
  test: '2026-10-09',
  control: '2026-10-12',
}
