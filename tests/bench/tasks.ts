import { chromium, type Locator, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { comingLesson } from '#tests/support/browser/coming-lesson.ts'
import { waitForHydration, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'
import { paymentPage } from '#tests/support/pages/payment-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { ticketPage, ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { transferPage, transferTexts } from '#tests/support/pages/transfer-page.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { widths } from './shifts.ts'

/** Does a task from the home page and returns what its answer consists of. */
type Task = (parent: Parent) => Promise<Locator[]>
/** What a task costs; `windows` are heights of the window by which a person scrolls. */
type Cost = { presses: number; words: number; screens: number; windows: number; seconds: string }

const children = ['Артём', 'Даниил', 'Мария']

const tasks: Record<string, Task> = {
  'the next lesson of each child': async ({ page }) =>
    children.map((name) =>
      page
        .getByRole('region', { name: /Сегодня и завтра|Ближайшие занятия/ })
        .getByRole('link', { name: new RegExp(name) })
        .getByText(/^\d\d:\d\d/)
        .first(),
    ),
  'what is due, and where to pay it': async ({ page, press }) => {
    await press(
      page
        .getByRole('region', { name: 'Нужно сделать' })
        .getByRole('link', { name: /Оплатить/ })
        .first(),
    )
    const { method, pay } = paymentPage(page)
    return [method('По СБП'), pay]
  },
  'the newest mark of a child': async ({ page }) => [
    page
      .getByRole('region', { name: 'Новые оценки' })
      .getByRole('link', { name: /Артём · \d/ })
      .first(),
  ],
  'another group, up to the confirmation': async ({ page, press }) => {
    const transfers = transferApi(page.request)
    const group = await transfers.changeable(({ territories }) => territories.length > 1)
    const { territory, free } = await territoryWithFreeAndFull(transfers, group)
    await press(link(page, 'Расписание'))
    const { entry } = transferTexts
    await pressOfSchedule(page, press, main(page).getByRole('link', { name: entry }), entry)
    const { heading, steps, confirm } = transferPage(page)
    for (const [, control] of steps(group, territory.title, free.title)) await press(control)
    return [heading('confirming'), confirm]
  },
  'report an absence': async ({ page, press, type, choose }) => {
    const { subject, startsAt } = await comingLesson(page.request, new Date().toISOString())
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), subject ?? '')
    await press(page.getByRole('option').filter({ hasText: schoolTime.format(new Date(startsAt)) }))
    await press(button(page, 'Сообщить об отсутствии'))
    await choose(page.getByLabel('Причина'), 'Болезнь')
    await press(button(page, 'Сообщить'))
    return [page.getByText('Школа предупреждена', { exact: true })]
  },
  'write to the school about the schedule': async ({ page, press, type }) => {
    const { text, review, send } = ticketPage(page)
    await press(link(page, 'Расписание'))
    await pressOfSchedule(page, press, button(page, ticketTexts.open), ticketTexts.open)
    await type(text, 'Просим перенести занятие')
    await press(review)
    await press(send)
    return [page.getByRole('status').filter({ hasText: ticketTexts.sent() })]
  },
  'the tax certificate, up to its download': async ({ page, press, type }) => {
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), 'вычет')
    await press(page.getByRole('option', { name: /Справка для налоговой/ }).first())
    return [button(page, 'Скачать справку, PDF')]
  },
  'what is to be handed in': async ({ page, press, type }) => {
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), 'домашка')
    await press(page.getByRole('option', { name: /^Домашние задания/ }).first())
    return [page.getByRole('heading', { level: 1, name: 'Посещаемость и задания' })]
  },
  'marks by SMS, too': async ({ page, press }) => {
    await press(shellPage(page).userMenu)
    await press(page.getByRole('menuitem', { name: 'Профиль' }))
    await press(main(page).getByRole('link', { name: /^Уведомления/ }))
    const sms = page.getByRole('checkbox', { name: 'Оценки: СМС' })
    await press(sms)
    return [sms.and(page.locator(':checked')), page.getByText('Сохранено')]
  },
  'find a course': async ({ page, press, type }) => {
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), 'дизайн')
    await press(page.getByRole('group', { name: 'Курсы' }).getByRole('option').first())
    return [page.getByRole('heading', { level: 1, name: /дизайн/i })]
  },
}

/** The tasks of the demo parent on a phone and on a desk: presses, typed words, screens and seconds of the machine. */
export async function measureTasks(start: () => Promise<ServerProcess>): Promise<Record<string, string | number>[]> {
  const rows: Record<string, string | number>[] = []
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    for (const [width, window] of Object.entries(widths)) {
      // An task that changes data needs the school as it was.
      const server = await start()
      try {
        const context = await browser.newContext({ ...window, baseURL: server.address })
        await context.addCookies([await newSession(server, 'family')])
        for (const [task, run] of Object.entries(tasks)) {
          const page = await context.newPage()
          await page.goto(`${server.address}/home-page`)
          await waitForHydration(page)
          await waitForIdleNetwork(page)
          rows.push({ width, task, ...(await costOf(page, run)) })
          await page.close()
        }
        await context.close()
      } finally {
        await server.stop()
      }
    }
    return rows
  } finally {
    await browser.close()
  }
}

type Parent = {
  page: Page
  /** Presses a control, after scrolling to it. */
  press: (control: Locator) => Promise<void>
  /** Types words into a field that has the focus, or presses it first. */
  type: (field: Locator, text: string) => Promise<void>
  /** Chooses from a list by two presses. */
  choose: (list: Locator, option: string) => Promise<void>
}

async function costOf(page: Page, run: Task): Promise<Cost> {
  const cost = { presses: 0, words: 0, windows: 0 }
  const passed = [new URL(page.url()).pathname]
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (pathname !== passed.at(-1)) passed.push(pathname)
  })
  const see = async (target: Locator) => {
    await target.waitFor()
    const away = await target.evaluate(distanceToWindow)
    cost.windows += away
    if (away > 0) await target.scrollIntoViewIfNeeded()
  }
  const press = async (control: Locator) => {
    await see(control)
    await control.click()
    cost.presses += 1
  }
  const started = performance.now()
  const answers = await run({
    page,
    press,
    type: async (field, text) => {
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) await press(field)
      await field.fill(text)
      cost.words += text.split(' ').length
    },
    choose: async (list, option) => {
      await see(list)
      await list.selectOption({ label: option })
      cost.presses += 2
    },
  })
  for (const answer of answers) await see(answer)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  return { ...cost, screens: passed.length, seconds }
}

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** A link of the menu; on a phone of the bar below. */
const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

const schoolTime = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
})

/** Presses an action of the schedule: a control of a wide window, an entry of the menu in a narrow one. */
async function pressOfSchedule(page: Page, press: Parent['press'], shown: Locator, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 1280) return await press(shown)
  await press(button(page, 'Ещё'))
  await press(page.getByRole('menuitem', { name }))
}

/** Runs in the page: by how many heights of the window an element is outside of it. */
function distanceToWindow(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect()
  const height = window.innerHeight
  return Math.ceil(Math.max(0, bottom - height, -top) / height)
}
