import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { fixedClock } from '#src/app/clock.ts'
import { config, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import * as catalog from '#tests/support/samples/catalog-samples.ts'
import * as books from '#tests/support/samples/grade-book-samples.ts'
import * as purchase from '#tests/support/samples/purchase-samples.ts'
import { scheduleChange, scheduleItem } from '#tests/support/samples/schedule-samples.ts'
import { taxDeduction, taxStudent } from '#tests/support/samples/tax-samples.ts'
import * as transfers from '#tests/support/samples/transfer-samples.ts'

const viewed = (role: Role) =>
  person([role], { isLoggedAs: true, impersonation: { by: 'Вера Орлова', until: '2099-01-01T00:00:00.000Z' } })
const clock = fixedClock(Date.parse('2026-11-20T06:00:00Z'))
const seen = 'POST /api/v1/learning/unseen/seen'
const secret = 'A'.repeat(43)
const { course, artem: child, free } = purchase.ids
const buying = {
  [`GET /api/v1/catalog/course/${course}`]: { body: purchase.course },
  [`GET /api/v1/catalog/course/${course}/student/list`]: { body: [purchase.artem(), purchase.maria] },
}
const transfer = transfers.ids
const full = catalog.eligibility({ groupUuid: catalog.courseIds.morning, obstacle: 'full' })
const book = 'GET /api/v1/student/grade-book'

/** Screens with the buttons that change something of the user's. */
const screens: [at: string, as: Role, replies: Record<string, Reply>, buttons: (string | RegExp)[]][] = [
  ['/profile', 'parent', {}, ['Изменить имя', 'Добавить фото', 'Изменить электронную почту', 'Добавить телефон']],
  ['/profile?section=security', 'parent', {}, ['Сменить пароль', 'Подтвердить, что это я']],
  [
    '/profile?section=devices',
    'parent',
    {
      'GET /api/v1/profile/session/list': {
        body: [{ id: 's', browser: 'Safari', system: 'iOS', address: null, lastSeenAt: '2026-11-20T11:05:00Z' }],
      },
    },
    ['Завершить сеанс: Safari, iOS'],
  ],
  [
    '/profile?section=accounts',
    'parent',
    {
      'GET /api/v1/system/config': { body: { ...config, ACCOUNT: { LINK_PROVIDERS: ['yandex', 'vk'] } } },
      'GET /api/v1/profile/account/list': {
        body: [{ id: 'y', provider: 'yandex', login: 'olga', linkedAt: '2026-10-01T09:00:00Z' }],
      },
    },
    ['Отвязать Яндекс', 'Привязать VK ID', 'У меня есть ещё одна учётная запись'],
  ],
  [
    `/not-me/${secret}`,
    'parent',
    {
      [`GET /api/v1/auth/not-me/${secret}`]: {
        body: {
          state: 'open',
          change: { kind: 'password-changed', at: '2026-11-20T09:05:00Z', subject: null },
          reverted: [],
          signInMethods: null,
        },
      },
    },
    ['Это не я: защитить кабинет'],
  ],
  [
    '/tax-deduction?year=2025&dialog=applicant',
    'parent',
    { 'GET /api/v1/profile/tax-deduction': { body: taxDeduction([taxStudent()]) } },
    ['Запросить справку'],
  ],
  [
    '/schedule?dialog=feed',
    'student',
    {
      'GET /api/v1/schedule/feed-link': {
        body: { feed: { students: [], kinds: ['offline'], createdAt: '2026-11-12T09:00:00.000Z', lastReadAt: null } },
      },
    },
    ['Получить новый адрес', 'Выключить подписку'],
  ],
  [
    `/change-schedule?contract=${transfer.contract}&territory=${transfer.sokol}&group=${transfer.evening}&step=confirm`,
    'parent',
    {
      'GET /api/v1/parent/children/schedule/groups/list': { body: [transfers.studyGroup()] },
      'GET /api/v1/parent/children/schedule/groups/to-change': { body: [transfers.groupToChange()] },
      'GET /api/v1/schedule/group/preview': { body: transfers.transferPreview() },
    },
    ['Сменить группу'],
  ],
  [
    `/catalog/${catalog.courseIds.course}`,
    'parent',
    {
      [`GET /api/v1/catalog/course/${catalog.courseIds.course}`]: { body: catalog.courseDetailsSample() },
      [`GET /api/v1/catalog/course/${catalog.courseIds.course}/student/list`]: {
        body: [catalog.courseStudentSample({ groups: [full] })],
      },
    },
    [/^Встать в очередь в группу/],
  ],
  [
    '/contracts-and-payments',
    'parent',
    {
      'GET /api/v1/catalog/basket/list': { body: [purchase.basket()] },
      'GET /api/v1/catalog/waiting-list/list': { body: [] },
    },
    [/^Убрать/],
  ],
  [`/catalog/${course}/purchase?child=${child}&group=${free}`, 'parent', buying, [/^Выбрать оплату: Оплата по этапам/]],
]

test.each(screens)(
  'An impersonating administrator changes nothing and sees why (D-13): %s',
  async (at, as, replies, buttons) => {
    const app = await visit(at, { 'GET /api/v1/profile': { body: viewed(as) }, ...replies }, { clock })
    for (const name of buttons) {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name })
      await waitFor(() => expect([name, button.disabled]).toEqual([name, true]))
    }
    expect(screen.getAllByText(/это может менять только сам пользователь/).length).toBeGreaterThan(0)
    expect(app.requests.filter(({ call }) => !call.startsWith('GET '))).toEqual([])
  },
)

const changedSchedule = {
  'GET /api/v1/profile': { body: viewed('student') },
  'GET /api/v1/student/schedule/list': { body: [scheduleItem({ state: 'moved' })] },
  'GET /api/v1/schedule/change/list': { body: [scheduleChange()] },
}

test('An impersonating administrator marks no change as seen and writes no ticket, and sees why', async () => {
  const { requests } = await visit('/schedule?date=2026-11-20', changedSchedule, { clock })
  await userEvent.click(await screen.findByRole('button', { name: /Посмотреть$/ }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Просмотрено' })).disabled).toBe(true)
  expect(screen.getByText(/это может менять только сам пользователь/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Написать о расписании' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ещё' }))
  const item = await screen.findByRole('menuitem', { name: 'Написать о расписании' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/писать за него нельзя/)).toBeTruthy()
  expect(requests.filter(({ call }) => !call.startsWith('GET '))).toEqual([])
})

test('An impersonating administrator marks no mark as seen, and sees why', async () => {
  const { requests } = await visit(
    '/grade-book/',
    {
      'GET /api/v1/profile': { body: viewed('student') },
      [`${book}/books`]: { body: { books: [books.schoolBook] } },
      [`${book}/settings`]: { body: books.schoolSettings },
      [`${book}/journal-days`]: { body: books.winterDays },
      [`${book}/marks`]: { body: books.winterMarks },
      [`${book}/courses-without-journals`]: { body: [] },
      'GET /api/v1/learning/mark/newest': { body: [books.newMarkOf()] },
    },
    { clock },
  )
  await userEvent.click(await screen.findByRole('button', { name: '1 новая оценка' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые оценки' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Просмотрено' }).disabled).toBe(true)
  expect(dialog.getByText(/это может менять только сам пользователь/)).toBeTruthy()
  expect(requests.filter(({ call }) => !call.startsWith('GET '))).toEqual([])
})

test('What an impersonating administrator opens stays new', async () => {
  const { callsOf } = await visit('/schedule?date=2026-11-20', changedSchedule, { clock })
  const panel = await screen.findByRole('region', { name: 'Что изменилось' })
  await userEvent.click(within(panel).getByRole('button', { name: /Посмотреть$/ }))
  await userEvent.click(panel.querySelector('li button') as HTMLElement)
  await screen.findByRole('dialog', { name: 'Математика' })
  expect(callsOf(seen)).toEqual([])
})

test.each<[Role, string]>([
  ['parent', 'Вы смотрите как Мария Соколова, родитель'],
  ['teacher', 'Вы смотрите как Мария Соколова, преподаватель'],
])('The bar names the user with the role %s, and the administrator', async (role, viewedUser) => {
  await visit('/profile', { 'GET /api/v1/profile': { body: viewed(role) } })
  const bar = within(await screen.findByRole('region', { name: 'Вход под пользователем' }))
  expect([bar.getByText(viewedUser), bar.getByText('Вошёл администратор: Вера Орлова')]).toHaveLength(2)
})

test('A photo dropped during an impersonation opens no dialog', async () => {
  await visit('/profile', { 'GET /api/v1/profile': { body: viewed('student') } })
  const dataTransfer = { files: [new File(['…'], 'море.jpg', { type: 'image/jpeg' })] }
  fireEvent.drop(await screen.findByRole('button', { name: 'Добавить фото' }), { dataTransfer })
  await waitFor(() => expect(screen.queryByText('Загружаем…')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})
