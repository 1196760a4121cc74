import type { Page } from 'playwright'
import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import { type ProductLevel, signIn } from '#tests/models/e2e/test-server.ts'
import { lessons, periodOf, type View } from './calendar-model.ts'
import { expectFacts } from './served-facts.ts'

export type CalendarData = { parent: { cookies: Record<string, string> } }

/** A parent opens the month. */
export const parentsMonth: Pick<ProductLevel<CalendarData>, 'held' | 'begin'> = {
  held: [],
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/schedule?view=month')
  },
}

/** The beginnings of the items that the calendar shows, sorted. */
export async function shownTimes(page: Page): Promise<string[]> {
  const items = await page.getByRole('main').locator('[data-item]').allInnerTexts()
  return items.map((text) => /\d\d:\d\d/.exec(text)?.[0] ?? text).sort()
}

const viewNames: Record<View, string> = { month: 'Месяц', week: 'Неделя', day: 'День' }
const stepNames: Record<View, Record<1 | -1, string>> = {
  month: { 1: 'Следующий месяц', [-1]: 'Предыдущий месяц' },
  week: { 1: 'Следующая неделя', [-1]: 'Предыдущая неделя' },
  day: { 1: 'Следующий день', [-1]: 'Предыдущий день' },
}

/** A parent goes through the calendar of a child. */
export const calendarPageEndToEnd: ProductLevel<CalendarData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    const { home } = await school.begin()
    const parent = await newPerson(server, { confirmed: false })
    await school.addContract(await school.addChild('Артём', [parent]), { groupId: home, customerId: parent.userId })
    for (const { day, time } of lessons) await school.addLesson(home, new Date(`${day}T${time}:00+03:00`))
    return { parent }
  },
  ...parentsMonth,
  events: {
    'view.choose': ({ page }, { event }) =>
      page
        .getByRole('group', { name: 'Показать' })
        .getByText(viewNames[event.view as View], { exact: true })
        .click(),
    'period.step': ({ page }, { event, before }) =>
      page.getByRole('link', { name: stepNames[before.context.view as View][event.by as 1 | -1] }).click(),
    'today.choose': ({ page }) => page.getByRole('link', { name: 'Сегодня', exact: true }).click(),
  },
  states: {
    shown: async ({ page }, { context }) => {
      const { title, times } = periodOf(context as { view: View; day: string })
      const main = page.getByRole('main')
      const seen = async () => {
        const heading = await main.getByRole('heading', { level: 2 }).first().textContent()
        return [heading ?? '', ...(await shownTimes(page))]
      }
      await expectFacts(page, seen, [title, ...times.toSorted()])
    },
  },
}
