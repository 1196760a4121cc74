import { describe, expect, test } from 'vitest'
import type { ListFileName, ListFileRows } from '#contract/people/list-files.ts'
import { describeList } from '#src/ssr/list-files/describe-list.ts'

const at = '2026-10-14T09:00:00.000Z'
const [olga, artem] = [
  { id: 'olga', name: 'Ольга Соколова' },
  { id: 'artem', name: 'Артём Соколов' },
]

const rows: { [List in ListFileName]: ListFileRows[List] } = {
  users: {
    id: 'olga',
    lastName: 'Соколова',
    firstName: 'Ольга',
    patronym: null,
    avatar: null,
    email: 'olga@mail.example',
    phone: '+79001234567',
    roles: [{ name: 'parent' }],
    status: 'active',
    lastSignInAt: at,
    loginAs: { allowed: true, reason: null },
    foundBy: { kind: 'group', text: 'ХИМ-1' },
    groups: ['ХИМ-1', 'ХИМ-2'],
    isCurator: false,
    relatives: [{ kind: 'child', firstName: 'Артём', lastName: 'Соколов' }],
  },
  messages: {
    id: '1',
    number: 'Р-2026-000001',
    topic: 'payments',
    state: 'received',
    createdAt: at,
    dueAt: null,
    author: olga,
    student: artem,
    assignee: null,
    recipient: null,
    subject: 'Где чек?',
    isToAnswer: true,
    preview: 'Где чек?',
  },
  audit: {
    id: '1',
    at,
    action: 'export.list',
    actor: olga,
    subject: null,
    command: null,
    reason: null,
    detail: 'users: 1',
    address: '10.0.0.1',
    browser: 'Firefox',
    system: null,
    requestId: null,
    problem: 'role-missing',
  },
  queue: {
    id: '1',
    since: at,
    student: artem,
    contact: { ...olga, phone: null },
    contract: { uuid: '2', number: '26-ХИМ-1', status: 'Open' },
    payment: { uuid: '3', status: 'Open' },
    amount: 123_450,
    note: 'Сентябрь 2026',
    paymentKind: 'month',
    differenceKind: null,
    taker: null,
    count: null,
    awaits: 'school',
    owner: null,
    dueOn: null,
    remindedAt: '2026-10-15T09:00:00.000Z',
  },
  absences: {
    id: '1',
    student: artem,
    reason: 'illness',
    comment: null,
    startsOn: '2026-10-14',
    endsOn: '2026-10-15',
    lesson: null,
    by: olga,
    createdAt: at,
  },
  news: {
    id: '1',
    title: 'Каникулы',
    contentHtml: '<p>Школа закрыта</p>',
    isImportant: true,
    isAdvertising: false,
    audience: { kind: 'role', id: 'parent', title: null },
    publishAt: at,
    state: 'published',
    author: 'Ольга',
    notified: { count: 97, isDone: true },
    version: 1,
  },
  imports: {
    id: '1',
    fileName: 'school.zip',
    startedBy: null,
    isCommand: true,
    createdAt: at,
    finishedAt: at,
    state: 'applied',
    faults: 2,
    total: { read: 10, created: 3, changed: 2, unchanged: 3, deleted: 0, faulty: 2 },
  },
  'bank-lines': {
    id: '1',
    fileName: 'bank.txt',
    at,
    amount: 500_050,
    payer: 'Соколова О. Д.',
    purpose: 'За обучение',
    doubt: 'договор не назван',
    state: 'booked',
    proposals: [],
    splits: [],
    reason: null,
    parts: [{ contractUuid: '2', number: '26-ХИМ-1', amount: 500_050 }],
    decidedBy: olga,
    decidedAt: at,
  },
}

const describeOne = (list: ListFileName, language: 'ru' | 'en') =>
  describeList({ list, items: [rows[list]], language, timeZone: 'Europe/Moscow' })

describe('The rows of a file', () => {
  test.each<[ListFileName, unknown[]]>([
    [
      'users',
      [
        ...['Соколова', 'Ольга', null, 'Родитель', 'Действует', 'olga@mail.example', '+79001234567'],
        ...['2026-10-14 12:00', 'Артём Соколов', '', 'ХИМ-1, ХИМ-2', 'группа «ХИМ-1»'],
      ],
    ],
    [
      'messages',
      [
        ...['Р-2026-000001', 'Где чек?', 'Где чек?', 'Ольга Соколова', 'Артём Соколов', 'Договоры и оплата'],
        ...['Получено', null, '2026-10-14 12:00', null],
      ],
    ],
    [
      'audit',
      [
        ...[
          '2026-10-14 12:00',
          'Список в CSV',
          'Отказано',
          'Для этого действия у вас нет прав.',
          'Ольга Соколова',
          null,
        ],
        ...[null, 'users: 1', '10.0.0.1', 'Firefox', null],
      ],
    ],
    [
      'queue',
      [
        '26-ХИМ-1',
        'Октябрь',
        'Артём Соколов',
        'Ольга Соколова',
        1234.5,
        null,
        'школы',
        '2026-10-14 12:00',
        '2026-10-15 12:00',
        null,
        null,
        null,
      ],
    ],
    [
      'absences',
      [
        ...['Артём Соколов', '2026-10-14', '2026-10-15', null, null, 'Болезнь', null, 'Ольга Соколова'],
        '2026-10-14 12:00',
      ],
    ],
    ['news', ['Каникулы', 'Опубликована', 'Для родителей', '2026-10-14 12:00', 'да', null, 97, 'Ольга']],
    ['imports', ['2026-10-14 12:00', 'school.zip', 'команда import', 'Загружено не всё', 10, 3, 2, 0, 2]],
    [
      'bank-lines',
      [
        ...['2026-10-14 12:00', 5000.5, 'Соколова О. Д.', 'За обучение', 'bank.txt', 'договор не назван', 'Зачислен'],
        ...['26-ХИМ-1: 5000,5', null, 'Ольга Соколова', '2026-10-14 12:00'],
      ],
    ],
  ])('of %s have the words of its page', async (list, row) => {
    const [headings, described] = await describeOne(list, 'ru')
    expect(described).toEqual(row)
    expect(headings).toHaveLength(row.length)
  })

  test('are in the language of the page', async () => {
    expect(await describeOne('queue', 'en')).toEqual([
      [
        'Contract',
        'What',
        'Student',
        'Whom to ask',
        'Amount',
        'Count',
        'Missing signature',
        'Waiting since',
        'Reminded',
        'Reply by',
        'Assigned to',
        'Imported by',
      ],
      [
        '26-ХИМ-1',
        'October',
        'Артём Соколов',
        'Ольга Соколова',
        1234.5,
        null,
        'the school’s',
        '2026-10-14 12:00',
        '2026-10-15 12:00',
        null,
        null,
        null,
      ],
    ])
  })
})
