import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsentSubject, Consents } from '#contract/people/consents.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { Role } from '#contract/roles.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const asked = { counters: false, areAsked: true }
const hash = 'a'.repeat(64)
const me = person(['parent']).id
const childId = crypto.randomUUID()
const at = '2026-11-19T09:00:00Z'
const name = { firstName: 'Артём', lastName: 'Соколов', patronym: null }
type Own = ConsentSubject['consents'][number]['own']

function consents(
  own: Own,
  { isGiven = own?.isGiven === true, ...rest }: { isGiven?: boolean } & Partial<Consents> = {},
): Consents {
  return {
    language: 'ru',
    information: ['Школа исполняет договор.'],
    texts: [
      { purpose: 'counters', version: '2', hash, paragraphs: ['Я согласен на счётчики.'] },
      { purpose: 'photographs', version: '1', hash, paragraphs: ['Я согласен на фотографии.'] },
    ],
    subjects: [
      {
        id: me,
        isOwn: true,
        name: null,
        mayAnswer: true,
        consents: [{ purpose: 'counters', isGiven, own }],
      },
      {
        id: childId,
        isOwn: false,
        name,
        mayAnswer: true,
        consents: [{ purpose: 'photographs', isGiven: false, own: null }],
      },
    ],
    history: [],
    ...rest,
  }
}

async function openSection(body: Consents, rest: Partial<Profile> = {}, replies = {}, more = '') {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit(`/profile?section=consents${more}`, {
    'GET /api/v1/profile': { body: person(['parent'], { consents: asked, ...rest }) },
    'GET /api/v1/profile/consent/list': { body },
    'POST /api/v1/profile/consent': { status: 204, body: null },
    ...replies,
  })
  await screen.findByText('Школа исполняет договор.')
  return visited
}
const buttons = () =>
  within(screen.getByRole('region', { name: 'Согласия' }))
    .queryAllByRole<HTMLButtonElement>('button')
    .map((button) => button.textContent)

test('each question has two equal buttons, and a press saves the answer at once', async () => {
  const { callsOf, server } = await openSection(consents(null))
  expect(buttons().slice(1)).toEqual(['Даю согласие', 'Не даю согласия', 'Даю согласие', 'Не даю согласия'])
  const [agree, refuse] = screen.getAllByRole('button', { name: /Статистика посещений/ })
  expect(agree?.className).toBe(refuse?.className)
  server['GET /api/v1/profile/consent/list'] = { body: consents({ isGiven: false, isCurrent: true, at }) }
  await userEvent.click(refuse as HTMLElement)
  await screen.findByText('Вы отказались 19 ноября 2026 г.')
  expect(callsOf('POST /api/v1/profile/consent').map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { answers: [{ subjectId: me, purpose: 'counters', hash, isGiven: false }], language: 'ru' },
  ])
  expect(callsOf('GET /api/v1/profile').length).toBeGreaterThan(1)
  const ofChild = screen.getByRole('button', { name: 'Даю согласие: Фотографии и видео ученика, Соколов Артём' })
  await userEvent.click(ofChild)
  await waitFor(() => expect(callsOf('POST /api/v1/profile/consent')).toHaveLength(2))
})

const detailsOf = (about: string) =>
  screen.getByRole('heading', { name: about }).closest('details') as HTMLDetailsElement

test('at a sign-in a quiet link goes on to the requested page without an answer', async () => {
  const { here } = await openSection(consents(null), {}, {}, '&next=%2Fevents')
  expect(screen.queryByRole('link', { name: 'Продолжить' })).toBeNull()
  const later = screen.getByRole('link', { name: 'Ответить позже' })
  expect(later.classList.contains('bg-primary')).toBe(false)
  await userEvent.click(later)
  await waitFor(() => expect(here()).toBe('/events'))
})

test('at a sign-in a button goes on when everything is answered', async () => {
  const answered = { consents: { counters: true, areAsked: false } }
  await openSection(consents({ isGiven: true, isCurrent: true, at }), answered, {}, '&next=%2Fevents')
  expect(screen.getByRole('link', { name: 'Продолжить' }).getAttribute('href')).toBe('/events')
  expect(screen.queryByRole('link', { name: 'Ответить позже' })).toBeNull()
})

test('the texts of the section are folded', async () => {
  await openSection(consents(null))
  const folded = ['Статистика посещений и сервисы других компаний', 'Фотографии и видео ученика'].map(detailsOf)
  expect(folded.map(({ open }) => open)).toEqual([false, false])
})

test('at a sign-in the first text that waits is open, and the next one when it is answered', async () => {
  const { server } = await openSection(consents(null), {}, {}, '&next=%2Fevents')
  const [counters, photographs] = [
    detailsOf('Статистика посещений и сервисы других компаний'),
    detailsOf('Фотографии и видео ученика'),
  ]
  expect([counters.open, photographs.open]).toEqual([true, false])
  server['GET /api/v1/profile/consent/list'] = { body: consents({ isGiven: true, isCurrent: true, at }) }
  await userEvent.click(screen.getByRole('button', { name: /^Даю согласие: Статистика/ }))
  await waitFor(() => expect(photographs.open).toBe(true))
  expect(counters.open).toBe(true)
})

test('while an answer is saved no other one can be pressed', async () => {
  let finish = () => {}
  const saved = new Promise<void>((resolve) => {
    finish = resolve
  })
  const reply = async () => {
    await saved
    return { status: 204, body: null }
  }
  const { callsOf } = await openSection(consents(null), {}, { 'POST /api/v1/profile/consent': reply })
  await userEvent.click(screen.getByRole('button', { name: /^Даю согласие: Статистика/ }))
  await waitFor(() => expect(callsOf('POST /api/v1/profile/consent')).toHaveLength(1))
  for (const name of ['Отказаться от всех', /^Не даю согласия: Статистика/, /^Даю согласие: Фото/])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  finish()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Отказаться от всех' })).toHaveProperty('disabled', false),
  )
  expect(callsOf('POST /api/v1/profile/consent')).toHaveLength(1)
})

test('at the sign-in of an administrator the questions come first in the own tab of the panel', async () => {
  const { here } = await visit('/profile?section=consents&next=%2Fadm-panel%3Ftab%3Dqueues', {
    'GET /api/v1/profile': { body: person(['administrator'], { consents: asked }) },
    'GET /api/v1/profile/consent/list': { body: consents(null) },
  })
  const goOn = await screen.findByRole('link', { name: 'Ответить позже' })
  await screen.findByText('Школа исполняет договор.')
  screen.getByText(/^Школа спрашивает о согласиях, которые не нужны для работы\. Ответить/)
  screen.getByText(/^Согласия добровольны: отказ не влияет на работу и на доступ в кабинет\./)
  expect(here()).toBe('/adm-panel/?next=%2Fadm-panel%3Ftab%3Dqueues&tab=own')
  const card = screen.getByRole('heading', { level: 2, name: 'Согласия' }).closest('section') as HTMLElement
  const rows = within(card).getAllByRole('heading', { level: 3 })
  expect(rows.map(({ textContent }) => textContent)).toContain('Что обрабатывается без согласия')
  expect(
    goOn.compareDocumentPosition(screen.getByText('Где открыт кабинет')) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
  expect(goOn.getAttribute('href')).toBe('/adm-panel?tab=queues')
})

test('the panel reminds an administrator of the questions', async () => {
  await visit('/adm-panel/?tab=overview', {
    'GET /api/v1/profile': { body: person(['administrator'], { consents: asked }) },
    'GET /api/v1/admin/import/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
  })
  const link = await screen.findByRole('link', { name: 'Необязательные согласия: ответа пока нет' })
  expect(link.getAttribute('href')).toBe('/adm-panel?tab=own')
})

test('a text says that it is answered, or who answers it for a minor', async () => {
  const body = consents({ isGiven: true, isCurrent: true, at })
  const [own, child] = body.subjects as [ConsentSubject, ConsentSubject]
  await openSection({ ...body, subjects: [own, { ...child, mayAnswer: false }] })
  expect([screen.getAllByText('вы согласились'), screen.getAllByText('отвечают родители')].flat()).toHaveLength(2)
  const card = (about: string) => screen.getByText(about).closest('summary')
  expect(card('вы согласились')?.textContent).toContain('Статистика посещений')
  expect(card('отвечают родители')?.textContent).toContain('Фотографии')
})

test('one press refuses everything that is not refused, and is gone then', async () => {
  const { callsOf, server } = await openSection(consents({ isGiven: true, isCurrent: true, at }))
  const refused = consents({ isGiven: false, isCurrent: true, at })
  const [own, child] = refused.subjects as [ConsentSubject, ConsentSubject]
  const photographs = [{ purpose: 'photographs', isGiven: false, own: own.consents[0]?.own ?? null }] as const
  server['GET /api/v1/profile/consent/list'] = {
    body: { ...refused, subjects: [own, { ...child, consents: photographs }] },
  }
  await userEvent.click(screen.getByRole('button', { name: 'Отказаться от всех' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Отказаться от всех' })).toBeNull())
  expect(callsOf('POST /api/v1/profile/consent').map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    {
      answers: [
        { subjectId: me, purpose: 'counters', hash, isGiven: false },
        { subjectId: childId, purpose: 'photographs', hash, isGiven: false },
      ],
      language: 'ru',
    },
  ])
})

test('a text that waits for several persons can be answered for all of them at once', async () => {
  const [own, child] = consents(null).subjects as [ConsentSubject, ConsentSubject]
  const both = [own, { ...child, consents: own.consents }]
  const { callsOf } = await openSection(consents(null, { subjects: both }))
  expect(screen.getByText('Нет ответа: вы, Артём').closest('summary')?.textContent).toMatch(/Ответить$/)
  await userEvent.click(screen.getByRole('button', { name: /^Даю согласие за всех: Статистика посещений/ }))
  await waitFor(() => expect(callsOf('POST /api/v1/profile/consent')).toHaveLength(1))
  const [sent] = callsOf('POST /api/v1/profile/consent').map(({ body }) => JSON.parse(body ?? ''))
  expect(sent.answers).toEqual(
    [me, childId].map((subjectId) => ({ subjectId, purpose: 'counters', hash, isGiven: true })),
  )
})

test('the withdrawal of the consent to counters loads the page anew', async () => {
  const given = { counters: true, areAsked: false }
  const { reloads } = await openSection(consents({ isGiven: true, isCurrent: true, at }), { consents: given })
  await userEvent.click(screen.getByRole('button', { name: /^Отозвать согласие: Статистика посещений/ }))
  await waitFor(() => expect(reloads()).toBe(1))
})

test('an answer that is not saved is said, and the question stays', async () => {
  await openSection(
    consents(null),
    {},
    {
      'POST /api/v1/profile/consent': { problem: 'state-conflict', status: 409 },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: /^Даю согласие: Статистика посещений/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Ответ не сохранён.')
  expect(screen.getByRole('button', { name: /^Даю согласие: Статистика посещений/ })).toBeDefined()
})

test.each<[string, Own, boolean]>([
  ['Вы согласились 19 ноября 2026 г.', { isGiven: true, isCurrent: true, at }, true],
  [
    'Вы согласились 19 ноября 2026 г., но другой родитель отказался: действует отказ.',
    { isGiven: true, isCurrent: true, at },
    false,
  ],
  [
    'Вы согласились 19 ноября 2026 г., но текст с тех пор изменился. Прочитайте новый.',
    { isGiven: true, isCurrent: false, at },
    false,
  ],
  [
    'Вы отказались 19 ноября 2026 г., но текст с тех пор изменился. Прочитайте новый.',
    { isGiven: false, isCurrent: false, at },
    false,
  ],
  ['Согласие дал другой родитель. Если вы откажетесь, оно перестанет действовать.', null, true],
])('a row says what counts: %s', async (said, own, isGiven) => {
  await openSection(consents(own, { isGiven }))
  expect(screen.getByText(said)).toBeDefined()
})

test('the history has every answer, also of another guardian', async () => {
  const entry = { at, subjectId: childId, purpose: 'photographs', version: '1' } as const
  await openSection(
    consents(null, {
      history: [
        { ...entry, isGiven: false, isOwn: false },
        { ...entry, at: '2026-11-18T09:00:00Z', isGiven: true, isOwn: true },
      ],
    }),
  )
  const title = screen.getByRole('heading', { name: 'История ответов: 2' })
  await userEvent.click(title)
  const items = within(title.closest('section') as HTMLElement).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual([
    'Фотографии и видео ученика: отказ19 ноября 2026 г., 12:00, Соколов Артём, версия текста 1, ответил другой родитель',
    'Фотографии и видео ученика: согласие18 ноября 2026 г., 12:00, Соколов Артём, версия текста 1',
  ])
})

test('an impersonating administrator reads the answers and gives none', async () => {
  await openSection(consents(null), {
    isLoggedAs: true,
    impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
  })
  for (const button of screen.getAllByRole('button', { name: /согласи/ }))
    expect(button).toHaveProperty('disabled', true)
})

test.each<[string, Role, string, Partial<Profile>, boolean]>([
  ['is on the home page', 'parent', '/home-page', { consents: asked }, true],
  ['is on no other page', 'parent', '/payment', { consents: asked }, false],
  ['ends with the answers', 'parent', '/home-page', { consents: { counters: false, areAsked: false } }, false],
  ['is not shown where the school asks for nothing', 'parent', '/home-page', {}, false],
  [
    'is not shown to an impersonating administrator',
    'parent',
    '/home-page',
    {
      consents: asked,
      isLoggedAs: true,
      impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
    },
    false,
  ],
])('the question %s', async (_what, role, address, rest, isShown) => {
  const { app } = await visit(address, { 'GET /api/v1/profile': { body: person([role], rest) } })
  await screen.findAllByRole('heading', { level: 1 })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  const link = screen.queryByRole('link', { name: 'Необязательные согласия: ответа пока нет' })
  expect(link?.getAttribute('href') ?? null).toBe(isShown ? '/profile?section=consents' : null)
})

test('without texts of the school the profile has no such section', async () => {
  await visit('/profile', { 'GET /api/v1/profile': { body: person(['parent']) } })
  await screen.findByRole('heading', { level: 1, name: 'Профиль' })
  expect(screen.queryByRole('link', { name: /^Согласия/ })).toBeNull()
})
