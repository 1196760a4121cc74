import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DataExport, DataExportStatus } from '#contract/people/data-export.ts'
import type { Profile } from '#contract/people/profile.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const id = crypto.randomUUID()
const askedAt = '2026-11-20T09:05:00Z'
const ready: DataExport = {
  id,
  state: 'ready',
  askedAt,
  readyAt: '2026-11-20T09:07:00Z',
  expiresAt: '2026-11-27T09:07:00Z',
  bytes: 2_400_000,
}
const copy = (state: DataExport['state']): DataExport => ({ ...ready, state })
const made = { readyAt: null, expiresAt: null, bytes: null }

async function openSection(status: DataExportStatus, rest: Partial<Profile> = {}, replies = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit('/profile?section=data', {
    'GET /api/v1/profile': { body: person(['parent'], rest) },
    'GET /api/v1/profile/data-export': { body: status },
    ...replies,
  })
  await screen.findByRole('heading', { name: 'Копия ваших данных' })
  await waitFor(() => expect(screen.queryByText('Загружаем…')).toBe(null))
  return visited
}
const card = () => screen.getByRole('heading', { name: 'Копия ваших данных' }).closest('section') as HTMLElement
const state = () => within(card()).queryByRole('status')?.textContent.replaceAll('\u00a0', ' ') ?? null
const buttons = () =>
  within(card())
    .queryAllByRole<HTMLButtonElement>('button')
    .map(({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent))

test.each<[DataExport['state'] | null, string | null, string[]]>([
  [null, null, ['Запросить копию']],
  ['asked', 'Собираем копиюВы запросили её 20 ноября 2026 г. в 12:05.', []],
  ['making', 'Собираем копию', []],
  [
    'ready',
    'Копия готоваАрхив ZIP, 2,4 МБ. Его можно скачать до 27 ноября 2026 г.',
    ['Скачать архив, ZIP', 'Собрать новую'],
  ],
  ['expired', 'Копия удаленаКопию, которую вы запросили 20 ноября 2026 г., мы удалили', ['Запросить копию']],
  [
    'closed',
    'Копия закрытаС тех пор, как вы запросили её 20 ноября 2026 г., изменились ваши права',
    ['Запросить копию'],
  ],
  ['failed', 'Копию собрать не удалосьОшибка на нашей стороне.', ['Запросить копию']],
])('a copy that is %s: what is said, and what can be pressed', async (last, said, expected) => {
  await openSection({ last: last && copy(last), nextAt: null })
  if (said === null) expect(state()).toBe(null)
  else expect(state()).toContain(said)
  expect(buttons()).toEqual(expected)
})

test('a press asks for a copy, and the page shows when it is ready', async () => {
  const { server, callsOf } = await openSection(
    { last: null, nextAt: null },
    {},
    { 'POST /api/v1/profile/data-export': { status: 204, body: null } },
  )
  server['GET /api/v1/profile/data-export'] = { body: { last: { ...copy('asked'), ...made }, nextAt: null } }
  await userEvent.dblClick(screen.getByRole('button', { name: 'Запросить копию' }))
  await waitFor(() => expect(state()).toContain('Собираем копию'))
  expect(callsOf('POST /api/v1/profile/data-export')).toHaveLength(1)
  expect(document.activeElement?.textContent).toContain('Собираем копию')
  server['GET /api/v1/profile/data-export'] = { body: { last: ready, nextAt: null } }
  await waitFor(() => expect(state()).toContain('Копия готова'), { timeout: 8000 })
}, 15_000)

test('the archive is downloaded by an address that is asked for on the press', async () => {
  const url = `/api/v1/document/data/${id}/1/signed`
  const { left } = await openSection(
    { last: ready, nextAt: null },
    {},
    { [`POST /api/v1/profile/data-export/${id}/link`]: { body: { url } } },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Скачать архив, ZIP' }))
  await waitFor(() => expect(left.join()).toContain(url))
})

test.each([
  ['Запросить копию', null, 'POST /api/v1/profile/data-export', 'Копия не запрошена.'],
  ['Скачать архив, ZIP', ready, `POST /api/v1/profile/data-export/${id}/link`, 'Архив не скачан.'],
] as const)('a refusal is said beside the button «%s»', async (button, last, call, said) => {
  await openSection({ last, nextAt: null }, {}, { [call]: { problem: 'not-found', status: 404 } })
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect((await screen.findByRole('alert')).textContent).toContain(said)
})

test('after three copies in a day the button waits, and says until when', async () => {
  await openSection({ last: copy('expired'), nextAt: '2026-11-21T09:05:00Z' })
  expect(buttons()).toEqual(['(Запросить копию)'])
  expect(card().textContent.replaceAll('\u00a0', ' ')).toContain('Следующую можно запросить 21 ноября 2026 г. в 12:05.')
})

test('an impersonating administrator sees the state and presses nothing', async () => {
  await openSection(
    { last: ready, nextAt: null },
    {
      isLoggedAs: true,
      impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
    },
  )
  expect(buttons()).toEqual(['(Скачать архив, ZIP)', '(Собрать новую)'])
})
