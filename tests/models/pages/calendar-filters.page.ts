import { newPerson, schoolOf } from '#tests/models/e2e/school.ts'
import { type ProductLevel, signIn } from '#tests/models/e2e/test-server.ts'
import { children, filteredLessons, timesOf } from './calendar-filters-model.ts'
import { expectFacts } from './served-facts.ts'

type FilterData = { parent: { cookies: Record<string, string> } }

const formatNames: Record<string, string> = { online: 'Онлайн', offline: 'Очно' }

/** A parent of two children filters the calendar. */
export const calendarFiltersEndToEnd: ProductLevel<FilterData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    await school.begin()
    const parent = await newPerson(server, { confirmed: false })
    for (const name of children) {
      const groupId = await school.addGroup({ weeks: 0 })
      await school.addContract(await school.addChild(name, [parent]), { groupId, customerId: parent.userId })
      for (const { format, day, time } of filteredLessons.filter(({ child }) => child === name))
        await school.addLesson(groupId, new Date(`${day}T${time}:00+03:00`), {
          format: format === 'online' ? 'webinar' : format,
        })
    }
    return { parent }
  },
  held: [],
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/schedule?view=month')
  },
  events: {
    'child.choose': ({ page }, { event }) =>
      page
        .getByRole('group', { name: 'Чьё расписание' })
        .getByText(event.child ?? 'Все дети', { exact: true })
        .click(),
    'format.toggle': async ({ page }, { event }) => {
      await page.getByRole('button', { name: /^Фильтры/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(formatNames[event.format] ?? '', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Показать' }).click()
    },
  },
  states: {
    shown: async ({ page }, { context }) => {
      const seen = async () => {
        const items = await page.getByRole('main').locator('[data-item]').allInnerTexts()
        return items.map((text) => /\d\d:\d\d/.exec(text)?.[0] ?? text).sort()
      }
      await expectFacts(page, seen, timesOf(context as Parameters<typeof timesOf>[0]))
    },
  },
}
