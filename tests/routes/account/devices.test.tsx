import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const list = 'GET /api/v1/profile/session/list'
const phone = {
  id: 'd0000000-0000-4000-8000-000000000001',
  browser: 'Safari 18',
  system: 'iOS',
  address: '203.0.113.7',
  lastSeenAt: '2026-11-20T11:05:00Z',
  createdAt: '2026-11-20T10:00:00Z',
  isCurrent: false,
}
const laptop = { ...phone, id: 'd0000000-0000-4000-8000-000000000002', browser: 'Chrome 141', system: 'Windows' }
const here = { ...laptop, isCurrent: true, lastSeenAt: '2026-11-20T11:00:00Z', address: '198.51.100.4' }
const unknown = {
  ...phone,
  id: 'd0000000-0000-4000-8000-000000000003',
  browser: null,
  system: null,
  address: null,
}

type Replies = Record<string, Reply | (() => Reply)>

const open = (replies: Replies, profile: Profile = person(['parent'])) =>
  visit('/profile?section=devices', { 'GET /api/v1/profile': { body: profile }, ...replies })

const card = async () =>
  (await screen.findByRole('heading', { name: 'Где открыт кабинет' })).closest('section') as HTMLElement

async function rows(): Promise<string[]> {
  return (await within(await card()).findAllByRole('listitem')).map(textOf)
}

describe('The devices', () => {
  test('are named by browser and system, this one first and marked, with when and from where', async () => {
    await open({ [list]: { body: [phone, here, unknown] } })
    expect(await rows()).toEqual([
      'Chrome 141, Windows20 ноября 2026 г., 14:00 · 198.51.100.4Это устройство',
      'Safari 18, iOS20 ноября 2026 г., 14:05 · 203.0.113.7Завершить',
      'Неизвестное устройство20 ноября 2026 г., 14:05Завершить',
    ])
  })

  test('are signed out together, except this one', async () => {
    let devices = [here, phone, unknown]
    await open({
      [list]: () => ({ body: devices }),
      'DELETE /api/v1/profile/session/others': () => {
        devices = [here]
        return { body: null, status: 204 }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Завершить все остальные' }))
    expect(await screen.findByText('Другие сеансы завершены')).toBeInstanceOf(HTMLElement)
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Завершить все остальные' })).toBeNull()
    expect((await card()).contains(document.activeElement)).toBe(true)
  })

  test('stay in the list when signing out fails, and say why', async () => {
    await open({
      [list]: { body: [here, phone] },
      [`DELETE /api/v1/profile/session/${phone.id}`]: { problem: 'unavailable', status: 503 },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Завершить сеанс: Safari 18, iOS' }))
    expect(textOf(await within(await card()).findByRole('alert'))).toContain('временно недоступен')
    expect(await rows()).toHaveLength(2)
  })
})
