import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { Feed } from '#contract/learning/schedule.ts'
import type { Profile } from '#contract/people/profile.ts'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const [artyom, maria] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
]
const feed: Feed = {
  students: [maria],
  kinds: ['offline'],
  createdAt: '2026-11-12T09:00:00.000Z',
  lastReadAt: '2026-11-20T05:30:00.000Z',
}
const url = 'https://lk.school.example/calendar/AAAAAAAAAAAAAAAAAAAAAA.ics'
const [read, make, end] = ['GET', 'POST', 'DELETE'].map((method) => `${method} /api/v1/schedule/feed-link`) as [
  string,
  string,
  string,
]

async function openDialog(current: Feed | null, replies: Record<string, Reply> = {}, rest: Partial<Profile> = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit('/schedule', {
    'GET /api/v1/profile': { body: person(['parent'], rest) },
    'GET /api/v1/profile/children': { body: [child(artyom, 'Артём'), child(maria, 'Мария')] },
    [read]: { body: { feed: current } },
    [make]: { body: { url, feed } },
    [end]: { body: null, status: 204 },
    ...replies,
  })
  await chooseInMenu()
  const dialog = await screen.findByRole('dialog', { name: 'Подписка на календарь' })
  return { ...visited, dialog }
}

const chooseInMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Ещё' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Подписаться на календарь' }))
}
const chosen = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map(({ labels }) => labels?.[0]?.textContent)
const button = (dialog: HTMLElement, name: string) => within(dialog).findByRole<HTMLButtonElement>('button', { name })

describe('The subscription to a calendar', () => {
  test('starts with all children and kinds, and sends the selection', async () => {
    const { dialog, callsOf, here } = await openDialog(null)
    expect(here()).toBe('/schedule?dialog=feed')
    await button(dialog, 'Получить адрес')
    expect(chosen(dialog).length).toBe(2 + scheduleFilterKinds.length)
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Артём' }))
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Каникулы' }))
    await userEvent.dblClick(await button(dialog, 'Получить адрес'))
    await within(dialog).findByLabelText('Адрес календаря')
    const kinds = scheduleFilterKinds.filter((kind) => kind !== 'vacations')
    expect(callsOf(make).map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ students: [maria], kinds }])
  })

  test('shows its URL once and copies it', async () => {
    const user = userEvent.setup()
    const { dialog } = await openDialog(null)
    await user.click(await button(dialog, 'Получить адрес'))
    const address = await within(dialog).findByLabelText<HTMLInputElement>('Адрес календаря')
    expect([address.value, address.readOnly]).toEqual([url, true])
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe(url.replace('https:', 'webcal:'))
    await user.click(await button(dialog, 'Скопировать адрес'))
    await button(dialog, 'Скопировано')
    expect(await navigator.clipboard.readText()).toBe(url)
    await user.click(await button(dialog, 'Готово'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await chooseInMenu()
    const again = await screen.findByRole('dialog')
    await button(again, 'Получить новый адрес')
    expect(within(again).queryByLabelText('Адрес календаря')).toBeNull()
  })

  test('shows when a calendar last read it, and its selection', async () => {
    const { dialog } = await openDialog(feed)
    await within(dialog).findByText('Подписка включена 12 ноября в 12:00')
    expect(within(dialog).getByText('Последний раз календарь читал её 20 ноября в 08:30.')).toBeTruthy()
    expect(chosen(dialog)).toEqual(['Мария', 'Очно'])
  })

  test('can be deleted and created again', async () => {
    const { dialog, callsOf } = await openDialog({ ...feed, lastReadAt: null })
    await within(dialog).findByText('Ни один календарь её ещё не читал.')
    await userEvent.click(await button(dialog, 'Выключить подписку'))
    await button(dialog, 'Получить адрес')
    expect(callsOf(end).length).toBe(1)
    expect(within(dialog).queryByText(/Подписка включена/)).toBeNull()
    expect(within(dialog).getByText('Готово').closest('[role=status]')).not.toBeNull()
    expect(document.activeElement).toBe(dialog)
  })

  test('requires at least one child and one kind', async () => {
    const { dialog } = await openDialog(feed)
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Мария' }))
    expect(within(dialog).getByText('Выберите хотя бы одного ребёнка.')).toBeTruthy()
    expect((await button(dialog, 'Получить новый адрес')).disabled).toBe(true)
  })

  test('shows why it could not be created, and keeps the selection', async () => {
    const { dialog } = await openDialog(null, { [make]: 'offline' })
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Артём' }))
    await userEvent.click(await button(dialog, 'Получить адрес'))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Не получилось')
    expect(chosen(dialog)).not.toContain('Артём')
  })
})
