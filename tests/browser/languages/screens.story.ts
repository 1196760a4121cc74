import { expect, type Page } from 'playwright/test'
import type { Course, FoundCourses } from '#contract/catalog.ts'
import type { Contract } from '#contract/contracts.ts'
import type { SchoolEvent } from '#contract/events.ts'
import type { Profile } from '#contract/profile.ts'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { test } from '#tests/support/browser/story.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'
import type { Translate } from '#tests/support/browser/translations.ts'
import { aPhone, expectFits, expectFitsNarrowly, widthsOf } from '#tests/support/browser/widths.ts'

type Screen = {
  as: DemoLogin | null
  /** The address, or how to find it. */
  at: string | ((page: Page) => Promise<string>)
  /** The Russian title of the document; also the heading, unless given. */
  title: string
  heading?: string | false
}

const missingPage = '/no/such/page'
const unknownLink = `/not-me/${'A'.repeat(43)}`

const screens: Record<string, Screen> = {
  'the home page of a parent': { as: 'family', at: '/home-page', title: 'Главная', heading: false },
  'contracts of a family': { as: 'family', at: '/contracts-and-payments', title: 'Договоры и оплата' },
  'the hint for a person without a role': {
    as: 'no-role',
    at: '/contracts-and-payments',
    title: 'Договоры и оплата',
  },
  'a contract with operations': { as: 'family', at: contractWithOperations, title: 'Договор', heading: false },
  'a month of a family’s schedule': { as: 'family', at: '/schedule', title: 'Расписание' },
  'a week of a family’s schedule': { as: 'family', at: '/schedule?view=week', title: 'Расписание' },
  'a list of a family’s schedule': { as: 'family', at: '/schedule?view=list', title: 'Расписание' },
  'a family’s schedule with all layers': {
    as: 'family',
    at: '/schedule?view=month&filter[layer][]=payments&filter[layer][]=events',
    title: 'Расписание',
  },
  'a student’s schedule': { as: 'student', at: '/schedule', title: 'Расписание' },
  'the ticket dialog': { as: 'family', at: '/schedule?dialog=ticket', title: 'Расписание', heading: false },
  'the list of tickets': { as: 'family', at: '/schedule?dialog=tickets', title: 'Расписание', heading: false },
  'a teacher without a schedule': { as: 'teacher', at: '/schedule', title: 'Расписание' },
  'groups of a family': { as: 'family', at: '/change-schedule', title: 'Смена группы' },
  'territories of a transfer': { as: 'family', at: (page) => changeAt(page, 'territories'), title: 'Смена группы' },
  'available groups of a transfer': { as: 'family', at: (page) => changeAt(page, 'groups'), title: 'Смена группы' },
  'the week before and after a transfer': { as: 'family', at: (page) => changeAt(page, 'week'), title: 'Смена группы' },
  'the confirmation of a student’s transfer': {
    as: 'student',
    at: (page) => changeAt(page, 'confirm'),
    title: 'Смена группы',
  },
  'transfers for a teacher without groups': { as: 'teacher', at: '/change-schedule', title: 'Смена группы' },
  'a student’s grade book': { as: 'student', at: '/grade-book/', title: 'Журнал оценок' },
  'a year of a student’s marks': { as: 'student', at: '/grade-book/?view=totals', title: 'Журнал оценок' },
  'an academy’s grade book': { as: 'academy-student', at: '/grade-book/', title: 'Журнал оценок' },
  'a college’s record book': { as: 'spo-student', at: '/grade-book/', title: 'Журнал оценок' },
  events: { as: 'family', at: '/events', title: 'Мероприятия' },
  'the details of an event': { as: 'family', at: firstEvent, title: 'Мероприятия', heading: false },
  'a parent’s profile': { as: 'family', at: '/profile', title: 'Профиль' },
  'a student’s profile': { as: 'student', at: '/profile', title: 'Профиль' },
  'a profile without a role': { as: 'no-role', at: '/profile', title: 'Профиль' },
  'the catalog for a visitor': { as: null, at: '/catalog', title: 'Каталог курсов' },
  'the catalog with filters': {
    as: 'student',
    at: '/catalog?filter[grade][]=9&filter[format][]=webinar&page=1',
    title: 'Каталог курсов',
  },
  'the catalog without results': { as: 'teacher', at: '/catalog?search=qqqqqq', title: 'Каталог курсов' },
  'a course for a visitor': { as: null, at: (page) => courseAt(page), title: 'Курс', heading: false },
  'a course for a family': { as: 'family', at: (page) => courseAt(page), title: 'Курс', heading: false },
  'the comparison of groups': {
    as: 'student',
    at: (page) => courseAt(page, 'compared'),
    title: 'Курс',
    heading: false,
  },
  'a course for a teacher': { as: 'teacher', at: (page) => courseAt(page), title: 'Курс', heading: false },
  'the progress of a family’s child': { as: 'family', at: '/progress', title: 'Успеваемость' },
  'the progress page for a student': { as: 'student', at: '/progress', title: 'Успеваемость' },
  'for whom a course is bought': { as: 'family', at: (page) => purchaseAt(page), title: 'Запись на курс' },
  'the groups of a course for a child': {
    as: 'family',
    at: (page) => purchaseAt(page, 'child'),
    title: 'Запись на курс',
  },
  'the ways of paying for a group': {
    as: 'family',
    at: (page) => purchaseAt(page, 'child', 'group'),
    title: 'Запись на курс',
  },
  'the progress of all children': { as: 'family', at: '/learning-progress', title: 'Успехи детей' },
  'the 2035 programme for a family': { as: 'family', at: '/2035', title: 'Программа «2035»' },
  'the 2035 programme for a student': { as: 'student', at: '/2035', title: 'Программа «2035»' },
  'a family’s tax deduction': { as: 'family', at: '/tax-deduction', title: 'Налоговый вычет' },
  'missing details of a tax certificate': { as: 'parent', at: '/tax-deduction', title: 'Налоговый вычет' },
  'the form for a tax number': {
    as: 'parent',
    at: '/tax-deduction?dialog=student',
    title: 'Налоговый вычет',
    heading: false,
  },
  'a tax deduction without payments': { as: 'teacher', at: '/tax-deduction', title: 'Налоговый вычет' },
  'the administrator’s panel': { as: 'administrator', at: '/adm-panel/', title: 'Панель администратора' },
  'the administrators’ log': { as: 'administrator', at: '/adm-panel/?tab=audit', title: 'Панель администратора' },
  'an unknown security link': {
    as: null,
    at: unknownLink,
    title: 'Это были не вы?',
    heading: 'Такой ссылки нет',
  },
  'a failed sign-out': {
    as: 'family',
    at: '/logout?from=/auth/sign-out',
    title: 'Выход',
    heading: 'Вы всё ещё в системе',
  },
  'an administrator’s own account': {
    as: 'administrator',
    at: '/adm-panel/?tab=own',
    title: 'Панель администратора',
  },
  'a page that is forbidden': { as: 'student', at: '/home-page', title: 'Доступ запрещён' },
  'a page that does not exist': { as: 'family', at: missingPage, title: 'Страница не найдена' },
  'the page after a failure': { as: 'family', at: '/500?from=/events', title: 'Внутренняя ошибка сервера' },
}

for (const [index, [name, { as, at, title, heading = title }]] of Object.entries(screens).entries()) {
  const tag = index % 2 === 0 ? '@ru' : '@en'
  test.describe(name, () => {
    test.use({ login: as })
    test(`${name}: title, heading, layout and accessibility`, { tag }, async ({ page, t, language }) => {
      const complaints = listenToComplaints(page)
      const address = typeof at === 'string' ? at : await at(page)
      const [viewport, other] = widthsOf(language)
      for (const size of process.env.TEST_ALL ? [viewport, other] : [viewport]) {
        await page.setViewportSize(size)
        await page.goto(address)
        await expect(page).toHaveTitle(`${t(title)} · ${t('Личный кабинет')}`)
        if (heading !== false) await expect(page.getByRole('heading', { level: 1, name: t(heading) })).toBeVisible()
        await expectSettled(page, t('Загружаем…'))
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectFits(page)
        await expectAccessible(page)
      }
      await expectFitsNarrowly(page)
      expect(complaints).toEqual([])
    })
  })
}

test.describe('menus', () => {
  test.use({ login: 'mixed' })

  test('the role switch and the user menu on a desktop', async ({ page, t }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: t('Панель администратора') })).toBeVisible()
    await page.getByRole('button', { name: t('Роль:') }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: t('Родитель'), exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await openUserMenu(page, t)
  })

  test.describe('on a phone', () => {
    test.use(aPhone)

    test('the menu drawer and the user menu', async ({ page, t }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: t('Панель администратора') })).toBeVisible()
      await expectFits(page)
      await page.getByRole('button', { name: t('Открыть меню') }).tap()
      const drawer = page.getByRole('dialog', { name: t('Меню') })
      await expect(drawer.getByRole('navigation').getByRole('link').first()).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: t('Закрыть меню') }).tap()
      await expect(drawer).toBeHidden()
      await expect(page.getByRole('button', { name: t('Открыть меню') })).toBeFocused()
      await openUserMenu(page, t)
    })
  })
})

async function openUserMenu(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('Меню пользователя') }).click()
  await expect(page.getByRole('menuitem', { name: t('Выйти') })).toBeVisible()
  await expectAccessible(page)
}

function listenToComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    // Chromium logs the 403, 404 or 500 status of the document, and the 404 of an unknown link.
    const { url } = message.location()
    const isOfPage = url === page.url() || url.endsWith(missingPage) || url.endsWith(unknownLink)
    if (message.type() === 'error' && !isOfPage) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

async function expectSettled(page: Page, loading: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: loading })).toHaveCount(0)
  await expect(page.getByLabel(loading)).toHaveCount(0)
}

/** A step of the first possible transfer of the user. */
async function changeAt(page: Page, step: 'territories' | 'groups' | 'week' | 'confirm'): Promise<string> {
  const { roles }: Profile = await (await page.request.get('/api/v1/profile')).json()
  const moves = transferApi(page.request, roles.some(({ name }) => name === 'student') ? 'student' : 'parent/children')
  const group = await moves.changeable(({ territories }) => territories.length > 1)
  const { territory, free } = await territoryWithFreeAndFull(moves, group)
  const groups = `/change-schedule?contract=${group.contractUuid}&territory=${territory.uuid}`
  return {
    territories: `/change-schedule?contract=${group.contractUuid}`,
    groups,
    week: `${groups}&group=${free.groupUuid}`,
    confirm: `${groups}&group=${free.groupUuid}&step=confirm`,
  }[step]
}

async function purchaseAt(page: Page, ...parts: ('child' | 'group')[]): Promise<string> {
  return purchaseAddress(await purchaseApi(page.request).choice(), ...parts)
}

async function contractWithOperations(page: Page): Promise<string> {
  const contracts: Contract[] = await (await page.request.get('/api/v1/profile/contract/list')).json()
  const rich = contracts.find(({ payments }) => payments.some(({ operations }) => operations.length > 0))
  return `/contracts-and-payments/${(rich ?? contracts[0])?.uuid}`
}

async function firstEvent(page: Page): Promise<string> {
  const events: SchoolEvent[] = await (await page.request.get('/api/v1/profile/events')).json()
  return `/events?event=${events[0]?.uuid}`
}

async function courseAt(page: Page, as?: 'compared'): Promise<string> {
  const { items }: FoundCourses = await (await page.request.get('/api/v1/catalog/course/list')).json()
  const { uuid, groups } = items.toSorted((one, other) => other.groups.length - one.groups.length)[0] as Course
  const compared = groups.slice(0, 3).map(({ groupUuid }) => `compare[]=${groupUuid}`)
  return as === 'compared' ? `/catalog/${uuid}?${compared.join('&')}` : `/catalog/${uuid}`
}
