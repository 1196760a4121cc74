import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import type { ProductLevel } from '#tests/models/e2e/test-server.ts'
import { type CalendarData, parentsMonth, shownTimes } from './calendar.page.ts'
import { children, filteredLessons, timesOf } from './calendar-filters-model.ts'
import { expectFacts } from './served-facts.ts'

const formatNames: Record<string, string> = { online: 'Онлайн', offline: 'Очно' }

/** A parent of two children filters the calendar. */
export const calendarFiltersEndToEnd: ProductLevel<CalendarData> = {
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
  ...parentsMonth,
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
      await expectFacts(page, () => shownTimes(page), timesOf(context as Parameters<typeof timesOf>[0]))
    },
  },
}
