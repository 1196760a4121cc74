import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AutopayOfUser } from '#contract/billing/autopay.ts'
import type { PaidCheckout } from '#contract/billing/refunds.ts'
import type { JoinPreview, JoinSide } from '#contract/people/account-joins.ts'
import type { AuditEntry, FoundUser, ListedUser, UserCard, UserContract, UserDelivery } from '#contract/people/admin.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { FakeUpload } from '#tests/support/browser/fake-upload.ts'
import { textOf } from '#tests/support/browser/text.ts'
import { signingText } from '#tests/support/samples/signing-samples.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function found(number: number, own: Partial<FoundUser> = {}): FoundUser {
  return {
    id: id(number),
    firstName: 'Ольга',
    lastName: 'Соколова',
    patronym: 'Дмитриевна',
    avatar: null,
    email: 'olga@mail.example',
    phone: '+79001234567',
    roles: [{ name: 'parent' }],
    status: 'active',
    lastSignInAt: '2026-11-10T09:00:00Z',
    loginAs: { allowed: true, reason: null },
    ...own,
  }
}

function listed(number: number, own: Partial<FoundUser> = {}): ListedUser {
  return {
    ...found(number, own),
    foundBy: null,
    groups: [],
    isCurator: false,
    relatives: [{ firstName: 'Артём', lastName: 'Соколов', kind: 'child' }],
  }
}

function card(own: Partial<UserCard> = {}): UserCard {
  return {
    ...found(1),
    grade: null,
    crmUuid: null,
    createdAt: '2025-09-01T09:00:00Z',
    hasPassword: true,
    lockedAt: null,
    invitation: null,
    control: { reason: null, givable: ['teacher'], takeable: ['parent'] },
    relatives: [{ id: id(2), firstName: 'Артём', lastName: 'Соколов', kind: 'child', rights: rightsOfPreset.full }],
    formerRelatives: [],
    joins: [],
    consents: [],
    contracts: [
      {
        uuid: id(50),
        number: 'Д-1',
        program: 'Химия',
        schoolYear: '2026/2027',
        status: 'Concluded',
        customer: { id: id(1), name: 'Соколова Ольга Дмитриевна' },
        student: { id: id(2), name: 'Артём Соколов' },
        total: 13_200_000,
        paid: 1_000_000,
        debt: 12_200_000,
        next: { dueOn: '2026-11-05', amount: 1_200_000 },
      },
      {
        uuid: id(51),
        number: 'Д-2',
        program: 'Физика',
        schoolYear: '2026/2027',
        status: 'OnTermination',
        customer: { id: id(3), name: 'Соколов Илья Петрович' },
        student: { id: id(2), name: 'Артём Соколов' },
        total: 4_100_000,
        paid: 4_100_000,
        debt: 0,
        next: null,
      },
    ],
    groups: [
      {
        id: id(60),
        title: 'ХИМ-1',
        storedTitle: 'ХИМ-1',
        program: 'Химия',
        as: 'student',
        from: '2026-09-01',
        until: null,
      },
      {
        id: id(61),
        title: 'ХИМ-2',
        storedTitle: 'ХИМ-2',
        program: 'Химия',
        as: 'student',
        from: '2026-09-01',
        until: '2026-10-01',
      },
    ],
    sessions: [],
    ...own,
  }
}

const administrator = person(['administrator'], { id: id(90), firstName: 'Павел', lastName: 'Жданов' })
const listOf = (items: unknown[], total = items.length) => ({ items, total, page: 1, pageSize: 50 })
const users = 'GET /api/v1/admin/user/list'
const loginAs = 'POST /api/v1/admin/auth/login-as'

function open(address: string, replies: Parameters<typeof visit>[1] = {}) {
  return visit(address, {
    'GET /api/v1/profile': { body: administrator },
    [users]: { body: listOf([listed(1)]) },
    [`GET /api/v1/admin/user/${id(1)}`]: { body: card() },
    'GET /api/v1/admin/audit/list': { body: listOf([]) },
    'GET /api/v1/admin/import/list': { body: listOf([]) },
    ...replies,
  })
}

beforeEach(() => {
  // A virtual table needs a viewport.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

describe('the overview', () => {
  const unmapped = 'GET /api/v1/admin/unmapped-role/list'
  const tickets = { 'GET /api/v1/admin/ticket/queue': { body: listOf([]) } }

  test('lists the values of the provider that give no role', async () => {
    const lastAt = '2026-11-10T09:00:00Z'
    const values = ['chess', null, 'a', 'b', 'c', 'd'].map((value) => ({ claim: 'groups', value, lastAt }))
    await open('/adm-panel/?tab=overview', { ...tickets, [unmapped]: { body: values } })
    await screen.findByText('Роли без правила')
    const shown = screen.getAllByRole('listitem').map(textOf)
    const from = shown.findIndex((text) => text.startsWith('chess'))
    expect(shown.slice(from, from + 6)).toEqual([
      'chess groups10 ноября в 12:00',
      'Нет ни в ID-токене, ни в userinfo groups10 ноября в 12:00',
      ...['a', 'b', 'c'].map((value) => `${value} groups10 ноября в 12:00`),
      'ещё 1 значениеd groups10 ноября в 12:00',
    ])
    expect(screen.getByText('ещё 1 значение').closest('details')?.open).toBe(false)
  })

  test('lists the imports of which the imports page has the history', async () => {
    const counts = { read: 3, created: 2, changed: 0, unchanged: 1, deleted: 0, faulty: 0 }
    const run = {
      id: id(5),
      fileName: 'школа.zip',
      startedBy: { id: id(1), name: 'Ольга Соколова' },
      isCommand: false,
      createdAt: '2026-11-10T09:00:00Z',
      finishedAt: null,
      state: 'applied',
      total: counts,
      faults: 0,
    }
    await open('/adm-panel/?tab=overview', { ...tickets, 'GET /api/v1/admin/import/list': { body: listOf([run]) } })
    const link = await screen.findByRole('link', { name: 'школа.zip' })
    expect(textOf(link.closest('li') as HTMLElement)).toBe('школа.zip10 ноября в 12:00ЗагруженоОльга Соколова')
    expect(link.getAttribute('href')).toBe(`/adm-panel?tab=imports&item=${id(5)}`)
  })

  test('lists failed sign-ins by reason with advice, and leads to their entries and accounts', async () => {
    const lastAt = '2026-11-20T09:00:00Z'
    const failures = [
      { reason: 'clock-differs', count: 12, lastAt, accounts: [] },
      {
        reason: 'boundContact',
        count: 1,
        lastAt,
        accounts: [{ id: id(1), name: 'Ольга Соколова' }],
      },
      { reason: 'timeout', count: 1, lastAt, accounts: [] },
    ]
    const list = { 'GET /api/v1/admin/sign-in-failure/list': { body: failures } }
    const { here, callsOf } = await open('/adm-panel/?tab=overview', { ...tickets, ...list })
    const title = await screen.findByText('Часы сервиса входа и сервера расходятся')
    const shown = screen.getAllByRole('listitem').map(textOf)
    const from = shown.findIndex((text) => text.startsWith('Часы'))
    expect(shown.slice(from, from + 3)).toEqual([
      expect.stringMatching(
        /^Часы сервиса входа и сервера расходятся12 раз за 30 дней, записи журналаСверьте часы.*за 30 дней, последний раз 20 ноября в 12:00$/,
      ),
      expect.stringMatching(/^Создана вторая учётная запись.*1 раз.*объедините.*Ольга Соколова.*последний раз/),
      expect.stringMatching(/^.+1 раз/),
    ])
    expect(screen.getByRole('link', { name: 'Ольга Соколова' }).getAttribute('href')).toContain(id(1))
    const row = within(title.closest('li') as HTMLElement)
    await userEvent.click(row.getByRole('link', { name: /^12 раз/ }))
    await waitFor(() => expect(here()).toBe('/adm-panel?tab=audit&filter[reason]=clock-differs'))
    const asked = callsOf('GET /api/v1/admin/audit/list').at(-1)?.url.searchParams.get('reason')
    expect(asked).toBe('clock-differs')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Причина: Часы сервиса входа и сервера расходятся' }),
    )
    await waitFor(() => expect(here()).toBe('/adm-panel?tab=audit'))
  })

  test.each([
    ['says nothing of mistakes that people make themselves', 99, 0],
    ['warns of very many of them', 100, 1],
  ])('%s', async (_, count, shown) => {
    const failure = { reason: 'wrong-password', count, lastAt: '2026-11-20T09:00:00Z', accounts: [] }
    await open('/adm-panel/?tab=overview', {
      ...tickets,
      'GET /api/v1/admin/sign-in-failure/list': { body: [failure] },
    })
    await screen.findByText('Всё по плану: замен, отмен и переносов нет.')
    await waitFor(() => expect(screen.queryAllByText('Неверный пароль')).toHaveLength(shown))
  })

  test('lists what waits by promised time, and how much is stuck', async () => {
    const at = '2026-11-18T09:00:00Z'
    const ticket = {
      id: id(5),
      number: '17',
      topic: 'other',
      state: 'received',
      createdAt: at,
      assignee: null,
      author: { id: id(1), name: 'Ольга Соколова' },
      subject: 'Когда урок?',
      dueAt: '2026-11-19T09:00:00Z',
      isToAnswer: true,
    }
    const user = { id: id(2), name: 'Иван Петров' }
    const work = {
      paymentDifferences: [],
      bankLines: { count: 3, oldestAt: at },
      signatures: [{ contractUuid: id(8), number: '26-ВЕБ-1', customer: user, customerAt: at }],
      queues: [{ queue: 'overdue', count: 7, oldestAt: at, amount: 5_805_000 }],
      today: {
        lessons: [
          {
            id: id(9),
            title: 'ХИМ-1',
            student: null,
            startsAt: at,
            movedTo: null,
            movedFrom: null,
            isCancelled: true,
            teacher: user,
            substitute: null,
            isDoubleBooked: false,
          },
          {
            id: id(10),
            title: 'ХИМ-2',
            student: null,
            startsAt: at,
            isCancelled: false,
            movedTo: null,
            movedFrom: null,
            teacher: user,
            substitute: { id: id(3), name: 'Анна Белова' },
            isDoubleBooked: true,
          },
          {
            id: id(11),
            title: 'Пробный экзамен',
            student: { id: id(4), name: 'Полина Кузнецова' },
            startsAt: at,
            isCancelled: false,
            movedTo: '2026-11-20T07:45:00Z',
            movedFrom: null,
            teacher: user,
            substitute: null,
            isDoubleBooked: false,
          },
        ],
        absences: 2,
        newTickets: 1,
      },
    }
    await open('/adm-panel/?tab=overview', {
      'GET /api/v1/admin/ticket/queue': { body: listOf([ticket]) },
      'GET /api/v1/admin/pending-work': { body: work },
    })
    const rows = async (name: string) =>
      within(await screen.findByRole('region', { name }))
        .getAllByRole('listitem')
        .map(textOf)
    await screen.findByText('Очереди', { selector: 'h2' })
    expect(await rows('Нужно сделать')).toEqual([
      expect.stringMatching(/^Деньги из банка, которые не удалось зачислить3 платежа · первый — 18 ноября.*Разобрать$/),
      expect.stringMatching(
        /^Подписать за школу: договор № 26-ВЕБ-1.*Иван Петров · заказчик подписал 18 ноября.*Подписать$/,
      ),
      expect.stringMatching(/^Когда урок\?просрочено с 19 ноября.*Ольга Соколова · Другое.*Ответить$/),
    ])
    expect(screen.getByRole('region', { name: 'Изменения сегодня' }).innerHTML).not.toMatch(/line-clamp|max-md:hidden/)
    expect(await rows('Изменения сегодня')).toEqual([
      expect.stringMatching(/^12:00ХИМ-1Отменено.*Иван Петров$/),
      expect.stringMatching(/^12:00ХИМ-2Замена.*другое занятие.*Анна Белова · вместо: Иван Петров$/),
      expect.stringMatching(/^12:00Пробный экзаменПеренесено.*на 20 ноября в 10:45 · Полина Кузнецова · Иван Петров$/),
    ])
    expect(screen.getByRole('link', { name: 'Не придут 2 ученика' })).toBeTruthy()
    expect(await rows('Очереди')).toEqual([
      expect.stringMatching(/^7Просроченные платежидольше всего — \d+ д.*58.050.₽$/),
    ])
  })

  test('lists what waits by deadline after money to book, five rows at first, and what others answer apart', async () => {
    const ticket = (number: number, subject: string, dueAt: string | null, rest: object = {}) => ({
      id: id(number),
      number: String(number),
      topic: 'other',
      state: 'received',
      createdAt: dueAt,
      subject,
      author: { id: id(1), name: 'Ольга Соколова' },
      assignee: null,
      recipient: null,
      dueAt,
      isToAnswer: true,
      ...rest,
    })
    const colleague = { id: id(70), name: 'Павел Жданов' }
    const teacher = { id: id(71), name: 'Анна Белова', role: 'teacher' }
    const waiting = [
      ticket(11, 'Просрочен у коллеги', '2026-11-18T09:00:00Z', { assignee: colleague, isToAnswer: false }),
      ticket(12, 'Просрочен у меня', '2026-11-19T09:00:00Z', { assignee: administrator }),
      ticket(13, 'Преподавателю', '2026-11-21T09:00:00Z', { recipient: teacher, isToAnswer: false }),
      ticket(14, 'В срок, ничей', '2026-11-22T09:00:00Z'),
      ticket(15, 'Уже ответили', null),
    ]
    const customer = { id: id(2), name: 'Иван Петров' }
    const work = {
      paymentDifferences: [],
      bankLines: { count: 3, oldestAt: '2026-11-20T08:30:00Z' },
      signatures: ['2026-11-20T08:00:00Z', '2026-11-19T10:00:00Z'].map((customerAt, index) => ({
        contractUuid: id(20 + index),
        number: `26-ХИМ-${index}`,
        customer,
        customerAt,
      })),
      today: { lessons: [], absences: 0, newTickets: 0 },
      queues: [{ queue: 'refunds', count: 2, oldestAt: '2026-11-19T09:00:00Z', amount: 3_840_000 }],
    }
    await open('/adm-panel/?tab=overview', {
      'GET /api/v1/admin/ticket/queue': { body: listOf(waiting) },
      'GET /api/v1/admin/pending-work': { body: work },
    })
    await screen.findByText(/^Деньги из банка/)
    const rows = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem').map(textOf)
    const first = [
      expect.stringMatching(/^Деньги из банка/),
      expect.stringMatching(/^Просрочен у меня/),
      expect.stringMatching(/^Подписать за школу: договор № 26-ХИМ-1/),
      expect.stringMatching(/^Подписать за школу: договор № 26-ХИМ-0/),
      expect.stringMatching(/^В срок, ничей.*Ответить$/),
    ]
    expect(rows('Нужно сделать')).toEqual(first)
    expect(rows('Очереди')).toEqual([expect.stringMatching(/^2Возвраты на счётдольше всего — 1 день38.400.₽$/)])
    expect(rows('Отвечают коллеги')).toEqual([
      expect.stringMatching(/^Просрочен у коллегиПавел Жданов · просрочено с 18 ноября.*Ольга Соколова$/),
      expect.stringMatching(/^ПреподавателюАнна Белова, преподаватель · ответить до 21 ноября.*Ольга Соколова$/),
    ])
    expect(screen.getByRole('link', { name: 'Отсутствий нет' })).toBeTruthy()
  })

  test('shows the text that a customer has signed, and signs it for the school', async () => {
    const waiting = { contractUuid: id(8), number: '26-ВЕБ-1', customer: { id: id(2), name: 'Иван Петров' } }
    const work = {
      paymentDifferences: [],
      bankLines: null,
      returns: [],
    }
    const [read, sign] = [
      `GET /api/v1/admin/contract/${id(8)}/signing`,
      `POST /api/v1/admin/contract/${id(8)}/sign`,
    ] as const
    const customerAt = '2026-11-18T09:00:00Z'
    const customerSignature = {
      side: 'customer',
      person: 'Петров Иван',
      capacity: null,
      method: 'sms-code',
      at: customerAt,
    }
    const { callsOf, here } = await open('/adm-panel/?tab=overview', {
      ...tickets,
      'GET /api/v1/admin/pending-work': { body: { ...work, queues: [], signatures: [{ ...waiting, customerAt }] } },
      [read]: { body: { number: '26-ВЕБ-1', text: signingText().text, customerSignature } },
      [sign]: { body: { signedAt: customerAt } },
    })
    await userEvent.click(await screen.findByRole('link', { name: /^Подписать за школу/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /26-ВЕБ-1/ }))
    dialog.getByText('Подпись заказчика – одноразовый код.')
    dialog.getByText('Подписал заказчик: Петров Иван')
    await userEvent.click(dialog.getByRole('button', { name: 'Подписать от имени школы' }))
    await screen.findByText('Договор подписан обеими сторонами')
    expect(callsOf(sign)).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Готово' }))
    await waitFor(() => expect(here()).not.toContain('countersign'))
  })

  test('shows no roles without a rule where there are none', async () => {
    await open('/adm-panel/?tab=overview', { ...tickets, [unmapped]: { body: [] } })
    await screen.findByText('Сейчас от вас ничего не требуется.')
    expect(screen.queryByText('Роли без правила')).toBeNull()
  })
})

describe('the users', () => {
  test('are searched after a pause in typing; the URL has the typed text', async () => {
    const { here, callsOf } = await open('/adm-panel/?tab=users')
    await screen.findByText('Соколова Ольга Дмитриевна')
    await userEvent.type(screen.getByLabelText('Найти пользователя'), 'ольга ')
    await waitFor(() => expect(here()).toBe(`/adm-panel/?tab=users&search=${encodeURIComponent('ольга ')}`))
    await waitFor(() => expect(callsOf(users)).toHaveLength(2))
    expect(callsOf(users).map(({ url }) => url.searchParams.get('search'))).toEqual([null, 'ольга '])
    expect(screen.getByLabelText('Найти пользователя')).toHaveProperty('value', 'ольга ')
  })

  test('are filtered by role group and status; «Все» removes a filter', async () => {
    const { callsOf, history } = await open('/adm-panel/?tab=users')
    await userEvent.selectOptions(await screen.findByLabelText('Роль'), 'Родитель')
    await userEvent.selectOptions(screen.getByLabelText('Статус'), 'Давно не было входов')
    await waitFor(() => expect(callsOf(users).at(-1)?.url.search).toBe('?group=parent&status=away&page=1'))
    await userEvent.selectOptions(screen.getByLabelText('Роль'), 'Все')
    await waitFor(() => expect(callsOf(users).at(-1)?.url.search).toBe('?status=away&page=1'))
    expect(history.length).toBe(1)
  })

  test('show names, roles, relatives and last sign-in', async () => {
    const relatives = [
      { firstName: 'Ольга', lastName: 'Соколова', kind: 'guardian' },
      { firstName: 'Илья', lastName: 'Соколов', kind: 'guardian' },
    ]
    const student = { ...listed(2, { lastName: 'Соколов', roles: [{ name: 'student' }] }), relatives }
    const curator = {
      ...listed(3, { lastName: 'Орлова', roles: [{ name: 'teacher' }] }),
      relatives: [],
      isCurator: true,
    }
    await open('/adm-panel/?tab=users', { [users]: { body: listOf([listed(1), student, curator]) } })
    const row = (await screen.findByText('Соколова Ольга Дмитриевна')).closest('tr')
    expect(textOf(row as HTMLElement)).toMatch(
      /Соколова Ольга ДмитриевнаРодитель · ребёнок: Артём.*Действует.*olga@mail\.example.*\+7 900 123-45-67.*10 ноября$/,
    )
    screen.getByText('3 человека')
    const texts = screen.getAllByRole('row').slice(2).map(textOf)
    expect(texts).toEqual([
      expect.stringContaining('Ученик · родители: Ольга Соколова, Илья Соколов'),
      expect.stringContaining('Преподаватель, куратор'),
    ])
  })

  test('show an empty state without matches; a button resets the filters', async () => {
    const { here } = await open('/adm-panel/?tab=users&search=zzz', {
      [users]: ({ url }) => ({ body: listOf(url.includes('search') ? [] : [listed(1)]) }),
    })
    await screen.findByText('Никто не найден')
    await userEvent.click(screen.getByRole('button', { name: 'Показать всех пользователей' }))
    await screen.findByText('Соколова Ольга Дмитриевна')
    expect(here()).toBe('/adm-panel/?tab=users')
  })

  test('are not repeated when one is added between two pages', async () => {
    const pages = [Array.from({ length: 50 }, (_, index) => listed(index)), [listed(49), listed(50)]]
    await open('/adm-panel/?tab=users', {
      [users]: ({ url }) => {
        const page = Number(new URL(url).searchParams.get('page'))
        return { body: { items: pages[page - 1], total: page === 1 ? 51 : 152, page, pageSize: 50 } }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }))
    await screen.findByText('Показано 51 из 152')
  })
})

test('a list leads to its file, with its filters', async () => {
  await open('/adm-panel/?tab=users&search=химия&filter[group]=student')
  const link = await screen.findByRole('link', { name: 'Скачать CSV' })
  expect(link.getAttribute('href')).toBe(
    `/api/v1/admin/user/list.csv?search=${encodeURIComponent('химия')}&group=student`,
  )
})

describe('the card of a user', () => {
  test('opens as a history entry, and back closes it', async () => {
    const { here, history } = await open('/adm-panel/?tab=users&search=olga')
    await userEvent.click(await screen.findByRole('link', { name: 'Соколова Ольга Дмитриевна' }))
    const dialog = await screen.findByRole('dialog', { name: 'Соколова Ольга Дмитриевна' })
    expect(here()).toBe(`/adm-panel/?tab=users&search=olga&user=${id(1)}`)
    expect(textOf(dialog)).toMatch(
      /ХимияЗаключёндоговор № Д-1 · 2026\/2027 · Артём Соколовпросрочено с 5 ноября 2026 г.: 12 000 ₽ · оплачено 10 000 ₽ из 132 000 ₽.*Физика.*платежей больше не ждём · оплачено 41 000 ₽ из 41 000 ₽/,
    )
    const group = within(dialog).getByRole('link', { name: 'ХИМ-1' })
    expect(group.getAttribute('href')).toBe(`/adm-panel?tab=users&search=${encodeURIComponent('ХИМ-1')}`)
    expect(within(dialog).getByText('Прежние группы: 1').closest('details')?.open).toBe(false)
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(here()).toBe('/adm-panel/?tab=users&search=olga')
  })

  test('says what a suspended contract still owes', async () => {
    const [contract] = card().contracts
    const suspended = { ...contract, status: 'Frozen', total: 3_840_000, paid: 960_000, next: null } as UserContract
    await open(`/adm-panel/?user=${id(1)}`, {
      [`GET /api/v1/admin/user/${id(1)}`]: { body: card({ contracts: [suspended] }) },
    })
    const dialog = await screen.findByRole('dialog', { name: 'Соколова Ольга Дмитриевна' })
    expect(textOf(dialog)).toContain('оплата приостановлена, осталось 28 800 ₽ · оплачено 9 600 ₽ из 38 400 ₽')
    within(dialog).getByRole('button', { name: 'Войти как Ольга Соколова' })
  })

  test('shows the reason instead of the button when logging in is not allowed', async () => {
    await open(`/adm-panel/?user=${id(1)}`, {
      [`GET /api/v1/admin/user/${id(1)}`]: { body: card({ loginAs: { allowed: false, reason: 'not-weaker' } }) },
    })
    await screen.findByText(/не меньше прав/)
    expect(screen.queryByRole('button', { name: /^Войти как/ })).toBeNull()
  })
})

describe('the online payments in the card of a user', () => {
  const list = `GET /api/v1/admin/user/${id(1)}/checkout/list`
  const returning = `POST /api/v1/admin/checkout/${id(80)}/refund`
  const refund: PaidCheckout['refunds'][number] = {
    uuid: id(81),
    amount: 100_000,
    reason: 'by-staff',
    state: 'succeeded',
    note: 'Заболел',
    receiptUrl: null,
    createdAt: '2026-11-11T09:00:00Z',
    finishedAt: '2026-11-11T09:05:00Z',
  }
  const paid: PaidCheckout = {
    uuid: id(80),
    method: 'card',
    payer: { id: id(1), name: 'Соколова Ольга' },
    amount: 880_000,
    returnable: 780_000,
    contractNumbers: ['26-ФИЗ-1'],
    receiptUrl: null,
    paidAt: '2026-11-10T09:00:00Z',
    refunds: [refund],
  }
  const line = { contractNumber: '26-ФИЗ-1', paymentTitle: '1-й платёж', dueOn: '2026-11-20', amount: 150_050 }

  test('are returned in part after a preview of what is to be paid again', async () => {
    const { callsOf } = await open(`/adm-panel/?user=${id(1)}&dialog=refund&item=${id(80)}`, {
      [list]: { body: [paid] },
      [`GET /api/v1/admin/checkout/${id(80)}/refund/preview`]: {
        body: { lines: [{ ...line, due: 150_050 }], excess: 0 },
      },
      [returning]: { body: { ...refund, state: 'pending', finishedAt: null } },
    })
    const dialog = await screen.findByRole('dialog', { name: 'Вернуть деньги' })
    await within(dialog).findByText(/^Можно вернуть до 7.800.₽/)
    await userEvent.type(within(dialog).getByLabelText('Сумма в рублях'), '1 500,50')
    await within(dialog).findByText(/^Снова нужно будет заплатить 1.500,50.₽, срок 20 ноября 2026/)
    await userEvent.type(within(dialog).getByLabelText('Причина'), 'Ребёнок заболел')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Вернуть' }))
    await waitFor(() => expect(callsOf(returning)).toHaveLength(1))
    expect(JSON.parse(String(callsOf(returning)[0]?.body))).toEqual({ amount: 150_050, reason: 'Ребёнок заболел' })
  })

  test('that went back whole have no button', async () => {
    await open(`/adm-panel/?user=${id(1)}`, { [list]: { body: [{ ...paid, returnable: 0 }] } })
    await screen.findByText(/^Вернули/)
    expect(screen.queryByRole('button', { name: /^Вернуть деньги/ })).toBeNull()
  })
})

test('Automatic payments in the card of a user are stopped with a reason', async () => {
  const list = `GET /api/v1/admin/user/${id(1)}/autopay/list`
  const stopping = `POST /api/v1/admin/autopay/${id(83)}/stop`
  const autopay: AutopayOfUser = {
    uuid: id(83),
    contractNumber: '26-ФИЗ-1',
    person: { id: id(1), name: 'Соколова Ольга' },
    card: '4444',
    agreedAt: '2026-11-10T09:00:00Z',
    next: { on: '2026-12-05', amount: 880_000 },
  }
  const { callsOf } = await open(`/adm-panel/?user=${id(1)}`, { [list]: { body: [autopay] }, [stopping]: { body: {} } })
  await screen.findByText(/^карта ··4444 · 5 декабря спишется 8.800.₽ · включён 10 ноября/)
  await userEvent.click(screen.getByRole('button', { name: 'Отключить автоплатёж: 26-ФИЗ-1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Отключить автоплатёж' })
  await userEvent.type(within(dialog).getByLabelText('Причина'), 'Попросили по телефону')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отключить автоплатёж' }))
  await waitFor(() => expect(callsOf(stopping)).toHaveLength(1))
  expect(JSON.parse(String(callsOf(stopping)[0]?.body))).toEqual({ reason: 'Попросили по телефону' })
})

test('A difference of payments is cleared up with a note', async () => {
  const clearing = `POST /api/v1/admin/payment-difference/${id(82)}/clear`
  const difference = {
    id: id(82),
    kind: 'refund-failed',
    externalId: 'r-77',
    amount: 100_000,
    foundAt: '2026-11-11T09:00:00Z',
    payer: { id: id(1), name: 'Соколова Ольга' },
  }
  const { callsOf } = await open('/adm-panel/?tab=overview', {
    'GET /api/v1/admin/ticket/queue': { body: listOf([]) },
    'GET /api/v1/admin/pending-work': {
      body: { paymentDifferences: [difference], queues: [] },
    },
    [clearing]: { body: {} },
  })
  await userEvent.click(await screen.findByRole('link', { name: /Банк не вернул деньги: 1.000/ }))
  const dialog = await screen.findByRole('dialog', { name: /^Банк не вернул деньги: 1.000/ })
  await userEvent.type(within(dialog).getByLabelText('Что сделано'), 'Вернули переводом')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Разобрано' }))
  await waitFor(() => expect(callsOf(clearing)).toHaveLength(1))
})

describe('the delivery log in the card of a user', () => {
  const call = `GET /api/v1/admin/user/${id(1)}/delivery/list`
  const delivery = (number: number, own: Partial<UserDelivery> = {}): UserDelivery => ({
    id: id(number),
    at: '2026-11-10T09:00:00Z',
    about: 'marks',
    channel: 'email',
    state: 'sent',
    failure: null,
    ...own,
  })
  const log = () => screen.getByRole('heading', { name: 'Что школа отправила' }).parentElement as HTMLElement
  const openLog = async (reply: NonNullable<Parameters<typeof visit>[1]>[string]) => {
    const opened = await open(`/adm-panel/?user=${id(1)}`, { [call]: reply })
    await screen.findByRole('heading', { name: 'Что школа отправила' })
    return opened
  }

  test('shows what was sent, where, when and with which result', async () => {
    await openLog({
      body: [
        delivery(1),
        delivery(2, { about: 'digest', channel: 'push', state: 'waiting', at: '2026-11-11T15:00:00Z' }),
        delivery(3, { about: 'account', channel: 'phone', state: 'failed', failure: 'unknown number' }),
      ],
    })
    await within(log()).findByText('Сводка')
    expect(within(log()).getAllByRole('listitem').map(textOf)).toEqual([
      'Код или приглашениеНе отправленоСМС · 10 ноября в 12:00 · unknown number',
      'ОценкиОтправленоПочта · 10 ноября в 12:00',
      'СводкаЖдётПуш · 11 ноября в 18:00',
    ])
    expect(within(log()).queryByText(/^Ещё/)).toBeNull()
  })

  test('shows five rows, and the others on request', async () => {
    await openLog({ body: [1, 2, 3, 4, 5, 6, 7].map((number) => delivery(number)) })
    const more = await within(log()).findByText('Ещё 2')
    const [shown, hidden] = within(log()).getAllByRole('list', { hidden: true })
    expect(within(shown as HTMLElement).getAllByRole('listitem')).toHaveLength(5)
    expect(hidden?.closest('details')?.open).toBe(false)
    await userEvent.click(more)
    expect(hidden?.closest('details')?.open).toBe(true)
    expect(within(hidden as HTMLElement).getAllByRole('listitem')).toHaveLength(2)
  })

  test('shows what was not sent before the others', async () => {
    const failed = delivery(7, { state: 'failed', failure: 'no such mailbox' })
    await openLog({ body: [...[1, 2, 3, 4, 5, 6].map((number) => delivery(number)), failed] })
    await within(log()).findByText('Ещё 2')
    const [first] = within(log()).getAllByRole('listitem')
    expect(first?.textContent).toContain('no such mailbox')
  })

  test('says that it is loading, and that there were no messages', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: UserDelivery[] }>()
    await openLog(() => promise)
    await within(log()).findByText('Загружаем…')
    expect(within(log()).queryByText('За последний месяц сообщений не было.')).toBeNull()
    resolve({ body: [] })
    await within(log()).findByText('За последний месяц сообщений не было.')
    expect(within(log()).queryByText('Загружаем…')).toBeNull()
  })

  test('offers a retry after a failure', async () => {
    let isBroken = true
    const { callsOf } = await openLog(() =>
      isBroken ? { problem: 'unavailable', status: 503 } : { body: [delivery(1)] },
    )
    const retry = await within(log()).findByRole('button', { name: 'Попробовать снова' })
    expect(within(log()).queryByRole('list')).toBeNull()
    const failed = callsOf(call).length
    isBroken = false
    await userEvent.click(retry)
    await within(log()).findByText('Оценки')
    expect(callsOf(call)).toHaveLength(failed + 1)
  })
})

describe('logging in as a user', () => {
  async function askReason(replies: Parameters<typeof visit>[1] = {}) {
    const app = await open(`/adm-panel/?user=${id(1)}`, replies)
    await userEvent.click(await screen.findByRole('button', { name: 'Войти как Ольга Соколова' }))
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Войти как Ольга Соколова' })) }
  }

  test('needs a reason of ten characters; nothing is sent before', async () => {
    const { dialog, callsOf } = await askReason()
    await userEvent.type(dialog.getByLabelText('Причина'), 'короткая ')
    await userEvent.click(dialog.getByRole('button', { name: 'Войти' }))
    dialog.getByText(/хотя бы 10 символов/)
    expect(callsOf(loginAs)).toEqual([])
  })
})

describe('the audit log', () => {
  const entry: AuditEntry = {
    id: id(50),
    at: '2026-11-20T09:05:00Z',
    action: 'impersonation.refused',
    actor: { id: id(90), name: 'Павел Жданов' },
    subject: { id: id(1), name: 'Ольга Соколова' },
    reason: 'Проверка прав',
    command: null,
    detail: null,
    address: '10.0.0.1',
    browser: 'Firefox 144',
    system: 'Linux',
    requestId: null,
    problem: 'target-not-weaker',
  }
  const log = 'GET /api/v1/admin/audit/list'

  test('shows actor, user, reason, and why it was refused', async () => {
    await open('/adm-panel/?tab=audit', { [log]: { body: listOf([entry, { ...entry, id: id(51), subject: null }]) } })
    await screen.findAllByText(/прав меньше/)
    const [, first, second] = screen.getAllByRole('row')
    expect(textOf(first as HTMLElement)).toMatch(
      /20 ноября.*12:05.*Отказано во входе.*прав меньше.*Павел Жданов.*Ольга Соколова.*Проверка прав.*10\.0\.0\.1.*Firefox 144, Linux/,
    )
    expect(textOf(second as HTMLElement)).toContain('неизвестно')
  })

  test('shows failed actions, actions on oneself and actions of commands', async () => {
    const olga = { id: id(1), name: 'Ольга Соколова' }
    const others: Partial<AuditEntry>[] = [
      { action: 'sign-in.password', actor: null, subject: olga, reason: null, problem: 'wrong-password' },
      { action: 'contact.email', actor: olga, subject: olga, reason: null, detail: 'o***@mail.example', problem: null },
      {
        action: 'import.payments',
        actor: null,
        subject: null,
        command: 'import:payments',
        reason: null,
        detail: 'november.csv: 12',
        problem: null,
      },
      { action: 'news.published', actor: olga, subject: null, reason: null, problem: null },
    ]
    const body = listOf(others.map((other, index) => ({ ...entry, ...other, id: id(52 + index) })))
    await open('/adm-panel/?tab=audit', { [log]: { body } })
    await screen.findByText('Вход по паролю')
    const [, ...rows] = screen.getAllByRole('row').map((row) => textOf(row))
    expect(rows[0]).toMatch(/Вход по паролю.*Неверный пароль.*неизвестно.*Ольга Соколова/)
    expect(rows[1]).toMatch(/Смена почты.*Ольга Соколова.*o\*\*\*@mail\.example/)
    expect(rows[1]?.match(/Ольга Соколова/g)).toHaveLength(1)
    expect(rows[3]).not.toContain('неизвестно')
    expect(rows[2]).toMatch(/Загрузка платежей.*Автоматически.*november\.csv, записей: 12/)
  })

  test('shows labels in place of codes, and the number of the request', async () => {
    const entries: Partial<AuditEntry>[] = [
      { action: 'roles.granted', detail: 'team_leader', requestId: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a02' },
      { action: 'ticket.state', detail: 'Р-2026-000007, received → inProgress' },
      { action: 'ticket.topic', detail: 'Р-2026-000007, payments' },
      { action: 'invitation.sent', detail: 'phone' },
      { action: 'invitation.queued', detail: 'teacher: 12' },
      { action: 'invitation.queued', detail: 'all: 340' },
      { action: 'contact.email', detail: 'all@phone.example' },
      { action: 'contract.termination-settled', detail: '26-ШАХ-1, 2026-11-30, 38400.00 ₽' },
      { action: 'import.payments', detail: 'bank 2026-11-30: 12' },
    ]
    const body = listOf(
      entries.map((other, index) => ({ ...entry, reason: null, problem: null, ...other, id: id(52 + index) })),
    )
    await open('/adm-panel/?tab=audit', { [log]: { body } })
    await screen.findByText('Роль выдана')
    const [, ...rows] = screen.getAllByRole('row')
    const details = rows.map((row) => textOf(within(row).getAllByRole('cell')[3] as HTMLElement))
    expect(details).toEqual(
      [
        'Руководитель группы',
        'Р-2026-000007, Получено → В работе',
        'Р-2026-000007, Договоры и оплата',
        'СМС',
        'Преподаватель: 12',
        'Все: 340',
        'all@phone.example',
        '26-ШАХ-1, 30 ноября 2026 г., 38 400 ₽',
        'bank 2026-11-30, записей: 12',
      ].map((text) => `Подробности${text}`),
    )
    const places = rows.map((row) => textOf(within(row).getAllByRole('cell')[4] as HTMLElement))
    expect(places.slice(0, 2)).toEqual([
      'Откуда10.0.0.1 · Firefox 144, LinuxЗапрос 5f0c3a52',
      'Откуда10.0.0.1 · Firefox 144, Linux',
    ])
  })

  test('is filtered by kind, outcome and person', async () => {
    const { callsOf } = await open(`/adm-panel/?tab=users&user=${id(1)}`, { [log]: { body: listOf([entry]) } })
    await userEvent.click(await screen.findByRole('link', { name: 'Кто входил под этим пользователем' }))
    await userEvent.click(await screen.findByRole('button', { name: 'О ком: Ольга Соколова' }))
    // The pressed button is gone.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    await userEvent.selectOptions(screen.getByLabelText('Действия'), 'Пароли')
    await userEvent.selectOptions(screen.getByLabelText('Итог'), 'Отказано')
    await waitFor(() => expect(callsOf(log).at(-1)?.url.search).toBe('?kind=password&outcome=refused&page=1'))
    expect(callsOf(log)[0]?.url.search).toBe(`?kind=impersonation&subject=${id(1)}&page=1`)
  })

  test('leaves sign-ins out, unless it is opened about a person', async () => {
    const { callsOf } = await open('/adm-panel/?tab=audit', { [log]: { body: listOf([]) } })
    const kind = await screen.findByLabelText<HTMLSelectElement>('Действия')
    expect(kind.selectedOptions[0]?.text).toBe('Все, кроме входов')
    await userEvent.click(await screen.findByRole('button', { name: 'Показать весь журнал' }))
    await screen.findByText('Журнал пока пуст')
    expect(callsOf(log).map(({ url }) => url.search)).toEqual(['?kind=except-sign-ins&page=1', '?page=1'])
    await open(`/adm-panel/?tab=audit&filter[subject]=${id(1)}`, { [log]: { body: listOf([entry]) } })
    expect((await screen.findAllByLabelText<HTMLSelectElement>('Действия')).at(-1)?.selectedOptions[0]?.text).toBe(
      'Все',
    )
  })

  test('finds the sign-ins of a person by name, unless they are left out', async () => {
    const { callsOf } = await open('/adm-panel/?tab=audit&search=ольга', { [log]: { body: listOf([entry]) } })
    const kind = await screen.findByLabelText<HTMLSelectElement>('Действия')
    expect(kind.selectedOptions[0]?.text).toBe('Все')
    await userEvent.selectOptions(kind, 'Все, кроме входов')
    await waitFor(() => expect(callsOf(log)).toHaveLength(2))
    expect(callsOf(log).map(({ url }) => url.searchParams.get('kind'))).toEqual([null, 'except-sign-ins'])
  })

  test('is filtered by a typed day, which keeps the digits of an unfinished year', async () => {
    const { callsOf } = await open('/adm-panel/?tab=audit', { [log]: { body: listOf([]) } })
    const from = await screen.findByLabelText<HTMLInputElement>('С какого дня')
    for (const typed of ['0002-11-20', '0020-11-20', '0202-11-20', '2026-11-20']) {
      fireEvent.change(from, { target: { value: typed } })
      expect(from.value).toBe(typed)
    }
    await waitFor(() => expect(callsOf(log).at(-1)?.url.search).toBe('?kind=except-sign-ins&from=2026-11-20&page=1'))
    await userEvent.click(await screen.findByRole('button', { name: 'Показать весь журнал' }))
    await waitFor(() => expect(from.value).toBe(''))
  })
})

describe('an upload of an import', () => {
  async function startUpload() {
    FakeUpload.sent = []
    const opened = await open('/adm-panel/?tab=imports', {
      'GET /api/v1/admin/import/list': { body: listOf([]) },
      'GET /api/v1/admin/news/list': { body: listOf([]) },
    })
    Object.assign(opened.window, { XMLHttpRequest: FakeUpload })
    await screen.findByRole('heading', { name: 'Загрузить данные школы' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.upload(input as HTMLInputElement, new File(['…'], 'school.zip', { type: 'application/zip' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Проверить' }))
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1))
    return opened
  }

  test('is opened when it ends', async () => {
    const { here } = await startUpload()
    FakeUpload.sent[0]?.answer(200, { id: id(70) })
    await waitFor(() => expect(here()).toBe(`/adm-panel/?tab=imports&item=${id(70)}`))
  })

  test('makes the cached audit log stale, as the contract declares', async () => {
    const { app } = await startUpload()
    const queryKey = ['GET /v1/admin/audit/list']
    app.queryClient.setQueryData(queryKey, listOf([]))
    FakeUpload.sent[0]?.answer(200, { id: id(70) })
    await waitFor(() => expect(app.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true))
  })

  test('keeps the focus in the page where its buttons are removed', async () => {
    await startUpload()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await userEvent.click(screen.getByRole('button', { name: 'Отменить' }))
    await screen.findByRole('button', { name: 'Проверить' })
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('that ends after the page was left does not change the address', async () => {
    const { app, here } = await startUpload()
    void app.router.navigate({ to: '/adm-panel/', search: { tab: 'news' } })
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Загрузить данные школы' })).toBeNull())
    FakeUpload.sent[0]?.answer(200, { id: id(70) })
    await waitFor(() => expect(app.queryClient.isMutating()).toBe(0))
    expect(here()).toMatch(/^\/adm-panel\/?\?tab=news$/)
  })

  test('that ends while another tab is loading does not change the address', async () => {
    const { app, here } = await startUpload()
    // The page stays until the tab has loaded, however slow the machine is.
    app.router.options.defaultPendingMs = Number.POSITIVE_INFINITY
    const panel = app.router.routesById['/adm-panel/'].options as unknown as { loader: () => Promise<void> }
    vi.spyOn(panel, 'loader').mockReturnValue(new Promise(() => undefined))
    void app.router.navigate({ to: '/adm-panel/', search: { tab: 'news' } })
    await waitFor(() => expect(here()).toMatch(/^\/adm-panel\/?\?tab=news$/))
    FakeUpload.sent[0]?.answer(200, { id: id(70) })
    await waitFor(() => expect(app.queryClient.isMutating()).toBe(0))
    screen.getByRole('heading', { name: 'Загрузить данные школы' })
    expect(here()).toMatch(/^\/adm-panel\/?\?tab=news$/)
  })
})

describe('visits to the own account', () => {
  test('are listed in the profile with reasons, newest first', async () => {
    await visit('/profile?section=devices', {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/visit/list': {
        body: [
          {
            id: id(60),
            by: 'Павел Жданов',
            reason: 'Не видит договор',
            ticketNumber: 'Р-2026-000123',
            startedAt: '2026-11-20T09:05:00Z',
            endedAt: null,
          },
          {
            id: id(61),
            by: null,
            reason: 'Проверка',
            ticketNumber: null,
            startedAt: '2026-11-01T09:05:00Z',
            endedAt: '2026-11-01T09:20:00Z',
          },
        ],
      },
    })
    const section = (await screen.findByRole('heading', { name: 'Кто заходил в мой кабинет' })).closest('section')
    await within(section as HTMLElement).findByText(/Не видит договор/)
    expect(textOf(section as HTMLElement)).toMatch(
      /Павел Жданов.*Сейчас в кабинете.*Не видит договор Сообщение Р-2026-000123\..*Администратор.*1 ноября.*12:05.–.12:20.*Проверка/,
    )
  })
})

describe('an administrator’s own account', () => {
  test('opens with the form that the address of the profile names', async () => {
    const { here } = await open('/profile?section=security&dialog=password')
    await screen.findByRole('dialog', { name: 'Смена пароля' })
    expect(here()).toBe('/adm-panel/?dialog=password&tab=own')
  })

  test('is a tab of the panel, linked from «Профиль» in the menu', async () => {
    const { here, callsOf } = await open('/adm-panel/')
    await userEvent.click(await screen.findByRole('button', { name: /Меню пользователя/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Профиль' }))
    await waitFor(() => expect(here()).toBe('/adm-panel/?tab=own'))
    await screen.findByRole('heading', { level: 2, name: 'Жданов Павел Игоревна' })
    const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(cards).toEqual(['Жданов Павел Игоревна', 'Где открыт кабинет', 'Пароль', 'Подтверждение кодом'])
    expect(callsOf('GET /api/v1/profile/session/list')).toHaveLength(1)
  })
})

describe('Inviting all', () => {
  const preview = 'GET /api/v1/admin/invitation/preview'
  const queue = 'POST /api/v1/admin/invitation/queue'
  const group = { id: id(70), title: 'ФИЗ-1' }
  const message = { subject: 'Приглашение', text: 'Задайте пароль: https://id.school.example/invitation/…' }
  const previewOf = (people: number, { bySms = 0, notWeaker = 0 } = {}) => ({
    body: { people, notWeaker, bySms, messages: people === 0 ? [] : [{ language: 'ru', people, ...message }] },
  })
  const openInvitation = (replies: Parameters<typeof visit>[1] = {}, search = '') =>
    open(`/adm-panel/?tab=users&dialog=invite-all${search}`, {
      'GET /api/v1/admin/news/audience/list': { body: { territories: [], courses: [], groups: [group] } },
      [preview]: previewOf(340, { bySms: 12, notWeaker: 2 }),
      ...replies,
    })
  const queryOf = ({ url }: { url: URL }) => Object.fromEntries(url.searchParams)

  test('says to how many the link goes and shows it, then how many were invited', async () => {
    const { callsOf } = await openInvitation({ [queue]: { body: { queued: 338 } } })
    const dialog = within(await screen.findByRole('dialog', { name: 'Разослать приглашения' }))
    expect(await dialog.findByText('Ссылку получат 340 человек')).toBeDefined()
    expect(dialog.getByText('Из них по СМС — 12 человек, почты у них нет.')).toBeDefined()
    expect(dialog.getByText('Не получат ссылку 2 человека: прав у них не меньше, чем у вас.')).toBeDefined()
    expect(dialog.getByRole('figure').textContent).toBe(`Что они получат${message.subject}${message.text}`)
    expect(callsOf(queue)).toEqual([])
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Пригласить 340 человек' }))
    const result = within(await screen.findByRole('dialog', { name: 'Приглашения в очереди' }))
    expect(result.getByText('Приглашены 338 человек')).toBeDefined()
    expect(callsOf(queue).map(({ body }) => JSON.parse(body ?? ''))).toEqual([{}])
    await userEvent.click(result.getByRole('button', { name: 'Готово' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('counts the people of a role and of a study group, and sends what was counted', async () => {
    const { callsOf } = await openInvitation({ [queue]: { body: { queued: 340 } } }, '&filter[group]=parent')
    expect(await screen.findByLabelText('Роль')).toHaveProperty('value', 'parent')
    await screen.findByText('Ссылку получат 340 человек')
    await userEvent.selectOptions(screen.getByLabelText('Часть школы'), 'Одна группа')
    // No number of other people stands there meanwhile.
    expect(screen.queryByText('Ссылку получат 340 человек')).toBeNull()
    expect(screen.getByRole('button', { name: 'Пригласить' })).toHaveProperty('disabled', true)
    await userEvent.selectOptions(await screen.findByLabelText('Группа'), group.title)
    await userEvent.click(await screen.findByRole('button', { name: 'Пригласить 340 человек' }))
    await screen.findByRole('dialog', { name: 'Приглашения в очереди' })
    expect(callsOf(preview).slice(0, 2).map(queryOf)).toEqual([
      { group: 'parent' },
      { group: 'parent', 'within[kind]': 'group', 'within[id]': group.id },
    ])
    expect(callsOf(queue).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { group: 'parent', within: { kind: 'group', id: group.id } },
    ])
  })

  test('sends nothing where there is no one to invite, or the number is not known', async () => {
    let reply: ReturnType<typeof previewOf> | 'offline' = 'offline'
    const { callsOf } = await openInvitation({ [preview]: () => reply })
    const retry = await screen.findByRole('button', { name: 'Попробовать снова' }, { timeout: 5000 })
    expect(screen.getByRole('button', { name: 'Пригласить' })).toHaveProperty('disabled', true)
    reply = previewOf(0, { notWeaker: 1 })
    await userEvent.click(retry)
    expect(await screen.findByText('Приглашать некого')).toBeDefined()
    expect(screen.getByText('Не получит ссылку 1 человек: прав у него не меньше, чем у вас.')).toBeDefined()
    expect(screen.getByText(/^У остальных есть пароль или приглашение/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Пригласить' })).toHaveProperty('disabled', true)
    expect(callsOf(queue)).toEqual([])
  })

  test('says when the others were invited meanwhile, and repeats a lost request under the same key', async () => {
    let isOnline = false
    const { callsOf } = await openInvitation({ [queue]: () => (isOnline ? { body: { queued: 0 } } : 'offline') })
    await userEvent.click(await screen.findByRole('button', { name: 'Пригласить 340 человек' }))
    await screen.findByText('Не получилось')
    isOnline = true
    await userEvent.click(screen.getByRole('button', { name: 'Пригласить 340 человек' }))
    expect(await screen.findByText(/^Приглашать оказалось некого/)).toBeDefined()
    const keys = callsOf(queue).map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })
})

describe('two accounts of one person', () => {
  const side = (number: number, own: Partial<JoinSide> = {}): JoinSide => {
    const { firstName, lastName, patronym, email, phone, lastSignInAt, status } = found(number)
    const roles: JoinSide['roles'] = ['parent']
    return { id: id(number), firstName, lastName, patronym, email, phone, lastSignInAt, status, roles, ...own }
  }
  const preview: JoinPreview = {
    kept: side(2, { email: 'old@mail.example', phone: null }),
    joined: side(1, { firstName: 'Оля' }),
    obstacle: null,
    moves: [{ kind: 'children', count: 2 }],
    stays: [{ kind: 'settings', count: 1 }],
  }
  const join = `POST /api/v1/admin/user/${id(1)}/join`
  const previewCall = `GET /api/v1/admin/user/${id(1)}/join/preview`

  async function chooseOther(answer: JoinPreview) {
    const other = listed(2, { email: 'old@mail.example', phone: null })
    const opened = await open(`/adm-panel/?user=${id(1)}&dialog=join`, {
      [users]: { body: listOf([listed(1), other]) },
      [previewCall]: { body: answer },
      [join]: { status: 204, body: undefined },
    })
    const dialog = await screen.findByRole('dialog', { name: 'Объединить с другой учётной записью' })
    const choices = await within(dialog).findAllByRole('button', { name: /^Выбрать/ })
    expect(choices).toHaveLength(1)
    await userEvent.click(choices[0] as HTMLElement)
    return { ...opened, joining: await screen.findByRole('dialog', { name: 'Объединить учётные записи' }) }
  }

  test('are joined after a preview, with a chosen name and contacts', async () => {
    const { joining, callsOf } = await chooseOther(preview)
    await within(joining).findByText('Дети: 2')
    within(joining).getByText('Настройки и отметки о прочтении: 1')
    expect(within(joining).queryByRole('group', { name: 'Какой телефон оставить' })).toBeNull()
    const names = within(joining).getByRole('group', { name: 'Какое имя оставить' })
    await userEvent.click(within(names).getByRole('radio', { name: 'Соколова Оля Дмитриевна' }))
    await userEvent.type(within(joining).getByLabelText('Причина'), 'Вошла под другой почтой')
    await userEvent.click(within(joining).getByRole('button', { name: 'Объединить' }))
    await waitFor(() => expect(callsOf(join)).toHaveLength(1))
    expect(JSON.parse(String(callsOf(join)[0]?.body))).toEqual({
      otherId: id(2),
      keptId: id(2),
      nameOf: id(1),
      emailOf: id(2),
      phoneOf: id(1),
      reason: 'Вошла под другой почтой',
    })
  })

  test('are not joined if something forbids it: the dialog says what', async () => {
    const obstacle = 'same-studies' as const
    const { joining } = await chooseOther({ ...preview, obstacle, moves: [], stays: [{ kind: 'marks', count: 1 }] })
    const reason = await within(joining).findByText(/^Оба учатся в одной группе/)
    expect(reason.parentElement?.textContent).toContain('Оценки и посещаемость: 1')
    expect(within(joining).queryByRole('button', { name: 'Объединить' })).toBeNull()
    await userEvent.click(within(joining).getByRole('button', { name: 'Назад' }))
    await screen.findByRole('dialog', { name: 'Объединить с другой учётной записью' })
  })

  test('are separated from the card; the dialog says what did not return', async () => {
    const undo = `POST /api/v1/admin/user/${id(2)}/join/undo`
    const made = { keptId: id(1), joinedId: id(2), at: '2026-11-01T09:00:00Z', by: 'Жданов Павел' }
    const joins = [{ ...made, name: 'Соколова Оля', undoableUntil: '2026-12-01T09:00:00Z' }]
    const joined = {
      ...found(2),
      status: 'joined' as const,
      control: { reason: 'joined' as const, givable: [], takeable: [] },
    }
    let isUndone = false
    await open(`/adm-panel/?user=${id(1)}`, {
      [`GET /api/v1/admin/user/${id(1)}`]: { body: card({ joins }) },
      [`GET /api/v1/admin/user/${id(2)}`]: () => ({ body: card(isUndone ? found(2) : { ...joined, joins }) }),
      [undo]: () => {
        isUndone = true
        return { body: { returned: 3, lost: 1, lostContacts: ['phone'] } }
      },
    })
    await screen.findByText('Присоединена: Соколова Оля')
    await userEvent.click(screen.getByRole('button', { name: 'Отменить объединение' }))
    const dialog = await screen.findByRole('dialog', { name: 'Отменить объединение' })
    await userEvent.type(within(dialog).getByLabelText('Причина'), 'Это разные люди')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Разделить' }))
    const done = await screen.findByRole('dialog', { name: 'Учётные записи разделены' })
    expect(textOf(done)).toMatch(/Вернулись 3 записи\..*1 запись не вернулась.*Телефон не вернулся/)
  })
})
