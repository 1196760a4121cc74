import type { Page } from 'playwright/test'
import type { Course, FoundCourses } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { SchoolEvent } from '#contract/learning/events.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { sessionTitles } from '#tests/support/pages/session-page.ts'
import { purchaseAddress, purchaseApi } from './purchases.ts'
import { territoryWithFreeAndFull, transferApi } from './transfers.ts'

/** An account, the address or how to find it, and the Russian title, which is also the heading unless that is given. */
export type Screen = [
  as: DemoLogin | null,
  at: string | ((page: Page) => Promise<string>),
  title: string,
  heading?: string | false,
]

export const missingPage = '/no/such/page'
export const unknownLink = `/not-me/${'A'.repeat(43)}`

/** Every screen of the demo school, with the account that shows most of it. */
export const screens: Record<string, Screen> = {
  'the home page of a parent': ['family', '/home-page', 'Главная', false],
  'contracts of a family': ['family', '/contracts-and-payments', 'Договоры и оплата'],
  'a contract with operations': ['family', contractWithOperations, 'Договор', false],
  'a week of a family’s schedule': ['family', '/schedule?view=week', 'Расписание'],
  'a family’s schedule with all layers': [
    'family',
    '/schedule?view=month&filter[layer][]=payments&filter[layer][]=events',
    'Расписание',
  ],
  'the messages of a family': ['family', '/messages', 'Сообщения'],
  'a conversation with the school': ['family', firstConversation, 'Сообщения', false],
  'groups of a family': ['family', '/change-schedule', 'Смена группы'],
  'available groups of a transfer': ['family', (page) => changeAt(page, 'groups'), 'Смена группы'],
  'the week before and after a transfer': ['family', (page) => changeAt(page, 'week'), 'Смена группы'],
  'a student’s grade book': ['student', '/grade-book/', 'Журнал оценок'],
  'a year of a student’s marks': ['student', '/grade-book/?view=totals', 'Журнал оценок'],
  'a college’s record book': ['spo-student', '/grade-book/', 'Журнал оценок'],
  'the choice of payments': ['family', '/payment', 'Оплата'],
  'the verification of a contract': [null, '/verify?number=26-МАТ-1&code=0000', 'Проверка договора'],
  events: ['family', '/events', 'Мероприятия'],
  'the details of an event': ['family', firstEvent, 'Мероприятия', false],
  'the news of the school': ['family', '/news', 'Новости школы'],
  'a parent’s profile': ['family', '/profile', 'Профиль'],
  'the security of a profile': ['family', '/profile?section=security', 'Вход и защита'],
  'the notifications of a profile': ['family', '/profile?section=notifications', 'Уведомления'],
  'the consents of a profile': ['family', '/profile?section=consents', 'Согласия'],
  'the data of a profile': ['family', '/profile?section=data', 'Копия и удаление данных'],
  'the devices of a profile': ['family', '/profile?section=devices', 'Устройства'],
  'the linked accounts of a profile': ['family', '/profile?section=accounts', 'Привязанные аккаунты'],
  'the appearance of a profile': ['family', '/profile?section=appearance', 'Язык и оформление'],
  'the catalog for a visitor': [null, '/catalog', 'Каталог курсов'],
  'a course for a visitor': [null, (page) => courseAt(page), 'Курс', false],
  'the comparison of groups': ['student', comparisonOfGroups, 'Сравнение групп', false],
  'the homework of a family': ['family', '/homework', 'Домашние задания', 'Посещаемость и задания'],
  'the progress of a family’s child': ['family', '/progress', 'Посещаемость и задания'],
  'for whom a course is bought': ['family', (page) => purchaseAt(page), 'Запись на курс'],
  'the progress of all children': ['family', '/learning-progress', 'Посещаемость и задания'],
  'the 2035 programme for a student': ['student', '/2035', 'Программа «2035»'],
  'a family’s tax deduction': ['family', '/tax-deduction', 'Налоговый вычет'],
  'the form for a tax number': ['parent', '/tax-deduction?dialog=student', 'Налоговый вычет', false],
  'the administrator’s panel': ['administrator', '/adm-panel/', 'Обзор'],
  'the users of the school': ['administrator', '/adm-panel/?tab=users', 'Пользователи'],
  'what is stuck': ['administrator', '/adm-panel/?tab=queues&queue=overdue', 'Очереди'],
  'the queue of tickets': ['administrator', '/adm-panel/?tab=tickets', 'Сообщения'],
  'the absences of students': ['administrator', '/adm-panel/?tab=absences', 'Отсутствия'],
  'the administrators’ log': ['administrator', '/adm-panel/?tab=audit', 'Журнал действий'],
  'the news of administrators': ['administrator', '/adm-panel/?tab=news', 'Новости'],
  'the form of a news item': ['administrator', '/adm-panel/?tab=news&dialog=news-new', 'Новости', false],
  'the import of files': ['administrator', '/adm-panel/?tab=imports', 'Загрузка данных'],
  'programs and webhooks': ['administrator', '/adm-panel/?tab=integrations', 'Интеграции'],
  'an unknown security link': [null, unknownLink, 'Это были не вы?', 'Такой ссылки нет'],
  'a failed sign-out': ['family', '/logout?from=/auth/sign-out', 'Выход', 'Вы ещё не вышли'],
  'a page that is forbidden': ['student', '/home-page', sessionTitles.forbidden],
  'a page that does not exist': ['family', missingPage, 'Страница не найдена'],
  'the page after a failure': ['family', '/500?from=/events', sessionTitles.broken],
  'the calendar subscription': ['parent', '/schedule?dialog=feed', 'Расписание', false],
}

/** Screens of the table above for another account, or in another view, step or dialog. */
export const variants: Record<string, Screen> = {
  'the hint for a person without a role': ['no-role', '/contracts-and-payments', 'Договоры и оплата'],
  'a month of a family’s schedule': ['family', '/schedule', 'Расписание'],
  'a student’s schedule': ['student', '/schedule', 'Расписание'],
  'a teacher without a schedule': ['teacher', '/schedule', 'Расписание'],
  'transfers for a teacher without groups': ['teacher', '/change-schedule', 'Смена группы'],
  'a student’s profile': ['student', '/profile', 'Профиль'],
  'a profile without a role': ['no-role', '/profile', 'Профиль'],
  'the catalog without results': ['teacher', '/catalog?search=qqqqqq', 'Каталог курсов'],
  'a course for a family': ['family', (page) => courseAt(page), 'Курс', false],
  'a course for a teacher': ['teacher', (page) => courseAt(page), 'Курс', false],
  'the homework of a student': ['student', '/homework', 'Домашние задания'],
  'the progress page for a student': ['student', '/progress', 'Посещаемость и задания'],
  'the 2035 programme for a family': ['family', '/2035', 'Программа «2035»'],
  'a tax deduction without payments': ['teacher', '/tax-deduction', 'Налоговый вычет'],
  'an administrator’s own account': ['administrator', '/adm-panel/?tab=own', 'Профиль'],
  'a list of a family’s schedule': ['family', '/schedule?view=list', 'Расписание'],
  'the ticket dialog': ['family', '/schedule?tickets=new', 'Расписание', false],
  'the messages of a teacher': ['teacher', '/messages', 'Сообщения'],
  'territories of a transfer': ['family', (page) => changeAt(page, 'territories'), 'Смена группы'],
  'the confirmation of a student’s transfer': ['student', (page) => changeAt(page, 'confirm'), 'Смена группы'],
  'an academy’s grade book': ['academy-student', '/grade-book/', 'Журнал оценок'],
  'the catalog with filters': [
    'student',
    '/catalog?filter[grade][]=9&filter[format][]=webinar&page=1',
    'Каталог курсов',
  ],
  'the groups of a course for a child': ['family', (page) => purchaseAt(page, 'child'), 'Запись на курс'],
  'the ways of paying for a group': ['family', (page) => purchaseAt(page, 'child', 'group'), 'Запись на курс'],
  'missing details of a tax certificate': ['parent', '/tax-deduction', 'Налоговый вычет'],
  'an address with a broken escape': ['family', '/catalog/100%', 'Страница не найдена'],
}

/** A step of the first possible transfer of the user. */
async function changeAt(page: Page, step: 'territories' | 'groups' | 'week' | 'confirm'): Promise<string> {
  const { roles }: Profile = await (await page.request.get('/api/v1/profile')).json()
  const transfers = transferApi(
    page.request,
    roles.some(({ name }) => name === 'student') ? 'student' : 'parent/children',
  )
  const group = await transfers.changeable(({ territories }) => territories.length > 1)
  const { territory, free } = await territoryWithFreeAndFull(transfers, group)
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

async function firstConversation(page: Page): Promise<string> {
  const tickets: Ticket[] = await (await page.request.get('/api/v1/schedule/ticket/list')).json()
  return `/messages?ticket=${tickets.find(({ lastMessage }) => lastMessage !== null)?.uuid}`
}

async function firstEvent(page: Page): Promise<string> {
  const events: SchoolEvent[] = await (await page.request.get('/api/v1/profile/events')).json()
  return `/events?event=${events[0]?.uuid}`
}

async function courseAt(page: Page): Promise<string> {
  return `/catalog/${(await courseWithMostGroups(page)).uuid}`
}

async function comparisonOfGroups(page: Page): Promise<string> {
  const { groups } = await courseWithMostGroups(page)
  const compared = groups.slice(0, 3).map(({ groupUuid }) => `groups[]=${groupUuid}`)
  return `/catalog/comparison?${compared.join('&')}`
}

async function courseWithMostGroups(page: Page): Promise<Course> {
  const { items }: FoundCourses = await (await page.request.get('/api/v1/catalog/course/list')).json()
  return items.toSorted((one, other) => other.groups.length - one.groups.length)[0] as Course
}
