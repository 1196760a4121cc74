import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { courseDetailsSample, foundCourses, courseIds as ids } from '#tests/support/samples/catalog-samples.ts'
import {
  artem,
  groups as progressGroups,
  children as siblings,
  totals,
} from '#tests/support/samples/progress-samples.ts'
import { taxDeduction } from '#tests/support/samples/tax-samples.ts'

type State = {
  at: string
  as: Role | 'visitor'
  /** The call that fails, then answers with nothing to show. */
  call: string
  body?: unknown
  /** The empty state. */
  shows: string | RegExp
  /** The path of a link out of it. */
  leadsTo?: string
  /** Answers that the page needs besides. */
  others?: Record<string, { body: unknown }>
}

const family = { 'GET /api/v1/profile/children': { body: siblings } }
const found = { items: [], total: 0, page: 1, pageSize: 50 }
const states: State[] = [
  { at: '/events', as: 'parent', call: 'profile/events', shows: 'Мероприятий пока нет' },
  {
    at: '/contracts-and-payments',
    as: 'parent',
    call: 'profile/contract/list',
    shows: 'Договоров пока нет',
    leadsTo: '/catalog',
  },
  {
    at: '/catalog',
    as: 'visitor',
    call: 'catalog/course/list',
    body: foundCourses({ items: [] }),
    shows: 'Курсов пока нет',
  },
  {
    at: `/catalog/${ids.course}`,
    as: 'visitor',
    call: `catalog/course/${ids.course}`,
    body: courseDetailsSample({ groups: [], nextStartOn: null }),
    shows: 'Групп у курса сейчас нет',
  },
  {
    at: '/progress',
    as: 'parent',
    call: 'parent/children/progress/groups',
    shows: 'Групп пока нет',
    leadsTo: '/catalog',
    others: family,
  },
  {
    at: '/progress',
    as: 'parent',
    call: 'parent/children/progress/list',
    body: { summary: totals(), items: [] },
    shows: 'Занятий ещё не было',
    others: { ...family, 'GET /api/v1/parent/children/progress/groups': { body: progressGroups } },
  },
  {
    at: '/learning-progress',
    as: 'parent',
    call: 'parent/children/progress/overview',
    body: [{ studentUuid: artem, groups: [], attention: [] }],
    shows: /^Групп пока нет\. Когда начнутся занятия/,
    others: family,
  },
  { at: '/adm-panel/', as: 'administrator', call: 'admin/user/list', body: found, shows: 'Никто не найден' },
  {
    at: '/adm-panel/?tab=audit',
    as: 'administrator',
    call: 'admin/audit/list',
    body: found,
    shows: 'Журнал пока пуст',
  },
  {
    at: '/schedule?dialog=tickets',
    as: 'student',
    call: 'schedule/ticket/list',
    shows: 'Вы ещё не писали о расписании',
  },
  {
    at: '/schedule?dialog=feed',
    as: 'student',
    call: 'schedule/feed-link',
    body: { feed: null },
    shows: 'Получить адрес',
  },
  { at: '/schedule', as: 'student', call: 'student/schedule/list', shows: 'В этом месяце ничего нет' },
  {
    at: '/change-schedule',
    as: 'parent',
    call: 'parent/children/schedule/groups/list',
    shows: 'Менять пока нечего',
  },
  {
    at: '/grade-book/',
    as: 'student',
    call: 'student/grade-book/books',
    body: { books: [] },
    shows: 'Он появится здесь с началом учебного года: оценки, средние баллы и итоги.',
  },
  {
    at: '/grade-book/',
    as: 'parent',
    call: 'parent/children/grade-book/list',
    shows: 'Здесь появятся журналы детей, когда школа свяжет их с вашим профилем.',
  },
  {
    at: '/tax-deduction',
    as: 'parent',
    call: 'profile/tax-deduction',
    body: taxDeduction([], { years: [] }),
    shows: 'Считать вычет пока не из чего',
    leadsTo: '/contracts-and-payments',
  },
  { at: '/profile', as: 'parent', call: 'profile/children', shows: /Здесь появятся ваши дети/ },
  { at: '/profile', as: 'parent', call: 'profile/visit/list', shows: /Никто\. Если администратор школы войдёт/ },
  {
    at: '/profile',
    as: 'student',
    call: 'profile/password/sign-in-names',
    body: { names: null },
    shows: /знает сервис входа: под тем же, что и сейчас/,
  },
  {
    at: '/home-page',
    as: 'parent',
    call: 'parent/children/schedule/list',
    shows: 'Сегодня и завтра ничего не запланировано',
    others: family,
  },
  { at: '/home-page', as: 'parent', call: 'schedule/change/list', shows: /Всё по плану\. Переносы и отмены/ },
  { at: '/home-page', as: 'parent', call: 'learning/mark/newest', shows: /Оценок пока нет/ },
  { at: '/home-page', as: 'parent', call: 'schedule/group/queue/list', shows: /Ничего не ждёт/ },
  { at: '/home-page', as: 'parent', call: 'schedule/group/move/list', shows: /Ничего не ждёт/ },
  { at: '/home-page', as: 'parent', call: 'schedule/ticket/list', shows: /Ничего не ждёт/ },
  { at: '/home-page', as: 'parent', call: 'profile/contract/list', shows: 'Договоров пока нет' },
  { at: '/home-page', as: 'parent', call: 'profile/events', shows: 'Пока ничего не намечено' },
]

describe('A part that fails leaves the page, is retried, and is empty without data', () => {
  test.each(states)('$at: $call', async ({ at, as, call: path, body = [], shows, leadsTo, others }) => {
    const call = `GET /api/v1/${path}`
    const { server, here } = await visit(at, {
      ...(as !== 'visitor' && { 'GET /api/v1/profile': { body: person([as]) } }),
      ...others,
      [call]: { problem: 'too-many-requests', status: 429 },
    })
    const retry = await screen.findByRole('button', { name: 'Попробовать снова' })
    expect(here()).toBe(at)
    server[call] = { body }
    await userEvent.click(retry)
    await screen.findAllByText(shows)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull())
    if (leadsTo !== undefined) {
      const paths = screen.getAllByRole<HTMLAnchorElement>('link').map(({ pathname }) => pathname)
      expect(paths.filter((each) => each === leadsTo)).not.toEqual([])
    }
  })
})
