import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { courseDetailsSample, foundCourses, courseIds as ids } from '#tests/support/samples/catalog-samples.ts'
import { contract } from '#tests/support/samples/contract-samples.ts'
import {
  artem,
  groups as progressGroups,
  children as siblings,
  totals,
} from '#tests/support/samples/progress-samples.ts'
import { taxDeduction } from '#tests/support/samples/tax-samples.ts'

/** A viewer, a page, the call that fails and then answers with nothing to show, and the empty state. */
type State = [
  viewer: Role | 'visitor',
  at: string,
  call: string,
  shows: string | RegExp,
  rest?: { body?: unknown; leadsTo?: string; others?: Record<string, { body: unknown }> },
]

const unpaid = contract()
const history = {
  events: [{ kind: 'made', at: '2026-08-20T09:00:00.000Z' }],
  agreement: null,
  waitsFor: null,
  canTerminate: false,
  courseUuid: null,
  documents: [],
}
const family = { 'GET /api/v1/profile/children': { body: siblings } }
const noHomework = { tasks: [], earlier: [] }
const found = { items: [], total: 0, page: 1, pageSize: 50 }
const states: State[] = [
  ['parent', '/events', 'profile/events', 'Мероприятий пока нет'],
  ['parent', '/news', 'school-news/list', 'Новостей пока нет', { body: found }],
  ['parent', '/contracts-and-payments', 'profile/contract/list', 'Договоров пока нет', { leadsTo: '/catalog' }],
  ['visitor', '/catalog', 'catalog/course/list', 'Курсов пока нет', { body: foundCourses({ items: [] }) }],
  [
    'visitor',
    `/catalog/${ids.course}`,
    `catalog/course/${ids.course}`,
    'Групп у курса сейчас нет',
    { body: courseDetailsSample({ groups: [], firstDay: null }) },
  ],
  [
    'parent',
    '/homework',
    'learning/homework/list',
    'На эту неделю ничего не задано',
    { body: noHomework, others: family },
  ],
  ['student', '/homework', 'learning/homework/list', 'На эту неделю ничего не задано', { body: noHomework }],
  ['parent', '/home-page', 'learning/homework/list', 'Сейчас от вас ничего не требуется.', { body: noHomework }],
  [
    'visitor',
    `/catalog/comparison?groups[]=${ids.evening}`,
    'catalog/group/list',
    '1 группы больше нет в каталоге',
    { leadsTo: '/catalog' },
  ],
  ['parent', '/progress', 'parent/children/progress/groups', 'Групп пока нет', { leadsTo: '/catalog', others: family }],
  [
    'parent',
    '/progress',
    'parent/children/progress/list',
    'Занятий ещё не было',
    {
      body: { summary: totals(), items: [] },
      others: { ...family, 'GET /api/v1/parent/children/progress/groups': { body: progressGroups } },
    },
  ],
  [
    'parent',
    '/learning-progress',
    'parent/children/progress/overview',
    /^Групп пока нет\. Когда начнутся занятия/,
    { body: [{ studentUuid: artem, groups: [], attention: [] }], others: family },
  ],
  ['administrator', '/adm-panel/?tab=users', 'admin/user/list', 'Никто не найден', { body: found }],
  ['administrator', '/adm-panel/?tab=tickets', 'admin/ticket/queue', 'На все сообщения ответили', { body: found }],
  [
    'administrator',
    '/adm-panel/?tab=queues&queue=overdue',
    'admin/work-queue/overdue/list',
    'Все очереди пусты',
    { body: found },
  ],
  ['administrator', '/adm-panel/?tab=news', 'admin/news/list', 'Новостей пока нет', { body: found }],
  ['administrator', '/adm-panel/?tab=audit&filter[kind]=all', 'admin/audit/list', 'Журнал пока пуст', { body: found }],
  [
    'administrator',
    '/adm-panel/?tab=integrations',
    'admin/service-account/list',
    'Ни у одной программы нет доступа',
    {
      body: { items: [], canGrantRoles: false },
      others: { 'GET /api/v1/admin/webhook/list': { body: [] } },
    },
  ],
  ['administrator', '/adm-panel/?tab=imports', 'admin/import/list', 'Загрузок ещё не было', { body: found }],
  [
    'administrator',
    '/adm-panel/?tab=integrations',
    'admin/webhook/list',
    'События никуда не отправляются',
    {
      body: [],
      others: { 'GET /api/v1/admin/service-account/list': { body: { items: [], canGrantRoles: false } } },
    },
  ],
  ['student', '/messages', 'schedule/ticket/list', 'Вы ещё не писали в школу'],
  ['student', '/schedule?dialog=feed', 'schedule/feed-link', 'Получить адрес', { body: { feed: null } }],
  ['student', '/schedule', 'student/schedule/list', 'В этом месяце ничего нет'],
  ['parent', '/change-schedule', 'parent/children/schedule/groups/list', 'Менять пока нечего'],
  [
    'student',
    '/grade-book/',
    'student/grade-book/books',
    'Он появится здесь с началом учебного года: оценки, средние баллы и итоги.',
    { body: { books: [] } },
  ],
  [
    'parent',
    '/grade-book/',
    'parent/children/grade-book/list',
    'Здесь появятся журналы детей, когда школа свяжет их с вашим профилем.',
  ],
  [
    'parent',
    '/tax-deduction',
    'profile/tax-deduction',
    'Считать вычет пока не из чего',
    { body: taxDeduction([], { years: [] }), leadsTo: '/contracts-and-payments' },
  ],
  ['parent', '/profile', 'profile/children', /Здесь появятся ваши дети/],
  ['parent', '/profile?section=devices', 'profile/visit/list', /Никто\. Если администратор школы войдёт/],
  [
    'student',
    '/profile?section=security',
    'profile/password/sign-in-names',
    /Имя для входа хранит сервис входа: оно прежнее/,
    { body: { names: null } },
  ],
  ['parent', '/home-page', 'parent/children/schedule/list', 'На ближайшей неделе занятий нет', { others: family }],
  ['parent', '/home-page', 'schedule/change/list', /Всё по плану\. Переносы и отмены/],
  ['parent', '/home-page', 'learning/mark/newest', /Оценок пока нет/],
  ['parent', '/home-page', 'schedule/group/waiting-list/list', 'Сейчас от вас ничего не требуется.'],
  ['parent', '/home-page', 'schedule/group/transfer/list', 'Сейчас от вас ничего не требуется.'],
  ['parent', '/home-page', 'schedule/ticket/list', 'Сейчас от вас ничего не требуется.'],
  ['parent', '/home-page', 'profile/contract/list', 'Сейчас от вас ничего не требуется.'],
  ['parent', '/home-page', 'catalog/basket/list', 'Сейчас от вас ничего не требуется.'],
  ['parent', '/home-page', 'catalog/waiting-list/list', 'Сейчас от вас ничего не требуется.'],
  ['parent', '/home-page', 'profile/events', 'Пока ничего не намечено'],
  [
    'parent',
    `/contracts-and-payments/${unpaid.uuid}`,
    `profile/contract/${unpaid.uuid}/history`,
    'Составлен',
    { body: history, others: { 'GET /api/v1/profile/contract/list': { body: [unpaid] } } },
  ],
]

describe('A part that fails leaves the page, is retried, and is empty without data', () => {
  test.each(states)('for %s %s: %s', async (viewer, at, path, shows, { body = [], leadsTo, others } = {}) => {
    const call = `GET /api/v1/${path}`
    const { server, here } = await visit(at, {
      ...(viewer !== 'visitor' && { 'GET /api/v1/profile': { body: person([viewer]) } }),
      ...others,
      [call]: { problem: 'too-many-requests', status: 429 },
    })
    const [retry] = await screen.findAllByRole('button', { name: 'Попробовать снова' })
    expect(here()).toBe(at)
    server[call] = { body }
    await userEvent.click(retry as HTMLElement)
    await screen.findAllByText(shows)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull())
    if (leadsTo !== undefined) {
      const paths = screen.getAllByRole<HTMLAnchorElement>('link').map(({ pathname }) => pathname)
      expect(paths.filter((each) => each === leadsTo)).not.toEqual([])
    }
  })
})

test('A further page that fails leaves the list as it is; after the last one the focus stays at the number', async () => {
  const call = 'GET /api/v1/admin/import/list'
  const run = {
    fileName: 'школа.zip',
    startedBy: null,
    isCommand: false,
    createdAt: '2026-11-20T09:00:00.000Z',
    faults: 0,
    state: 'discarded',
    finishedAt: null,
    total: { read: 0, created: 0, changed: 0, unchanged: 0, deleted: 0, faulty: 0 },
  }
  const pageOf = (page: number, id: string) => ({ body: { items: [{ ...run, id }], total: 2, page, pageSize: 1 } })
  const { server } = await visit('/adm-panel/?tab=imports', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    [call]: pageOf(1, artem),
  })
  const more = await screen.findByRole('button', { name: 'Показать ещё' })
  const status = screen.getByText('Показано 1 из 2')
  server[call] = { problem: 'too-many-requests', status: 429 }
  await userEvent.click(more)
  await waitFor(() => expect(status.textContent).not.toBe('Показано 1 из 2'))
  expect(screen.queryByText('Показаны прежние данные')).toBeNull()
  server[call] = pageOf(2, unpaid.uuid)
  await userEvent.click(more)
  await waitFor(() => expect(status.textContent).toBe('Показано 2 из 2'))
  expect([more.isConnected, document.activeElement]).toEqual([false, status.parentElement])
})
