import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const question = () => screen.findByRole('dialog', { name: 'Закрыть без сохранения?' })
const answer = async (name: string) => userEvent.click(within(await question()).getByRole('button', { name }))

async function openNames(replies: Parameters<typeof visit>[1] = {}) {
  const visited = await visit('/profile', { 'GET /api/v1/profile': { body: person(['teacher']) }, ...replies })
  await userEvent.click(await screen.findByRole('button', { name: 'Изменить имя' }))
  await screen.findByRole('dialog', { name: 'Имя и фамилия' })
  return visited
}

const type = (text: string) => userEvent.type(screen.getByLabelText('Фамилия'), text)

describe('A form with unsaved text', () => {
  test.each([
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Отменить' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('asks once before %s closes it', async (_, close) => {
    const { here } = await openNames()
    await type('!')
    await close()
    await answer('Закрыть без сохранения')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(here()).toBe('/profile')
    expect(sessionStorage).toHaveLength(0)
  })

  test('asks before a navigation, and stays or navigates by the answer', async () => {
    const { app, here } = await openNames()
    await type('!')
    void app.router.navigate({ to: '/events' })
    await answer('Вернуться к форме')
    expect(here()).toBe('/profile?dialog=names')
    void app.router.navigate({ to: '/events' })
    await answer('Закрыть без сохранения')
    await waitFor(() => expect(here()).toBe('/events'))
  })
})

describe('A form that is being sent', () => {
  test.each([
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Отменить' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a navigation', ({ app }: Awaited<ReturnType<typeof openNames>>) => void app.router.navigate({ to: '/events' })],
  ])('is not closed by %s, and shows that it failed', async (_, close) => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const visited = await openNames({ 'PATCH /api/v1/profile': () => promise })
    await type('а')
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
    await close(visited)
    resolve({ problem: 'unavailable', status: 503 })
    await screen.findByText('Не удалось сохранить')
    expect(screen.getByLabelText('Фамилия')).toHaveProperty('value', 'Соколоваа')
    expect(visited.here()).toBe('/profile?dialog=names')
  })
})

test('The buttons that close a form are disabled while it is sent, and keep their focus', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  await openNames({ 'PATCH /api/v1/profile': () => promise })
  await type('а')
  const buttons = () => ['Отменить', 'Закрыть'].map((name) => screen.getByRole('button', { name }))
  const disabled = () => buttons().map(({ ariaDisabled }) => ariaDisabled === 'true')
  expect(disabled()).toEqual([false, false])
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect(disabled()).toEqual([true, true])
  for (const button of buttons()) {
    button.focus()
    expect(document.activeElement).toBe(button)
  }
  resolve({ problem: 'unavailable', status: 503 })
  await screen.findByText('Не удалось сохранить')
  expect(disabled()).toEqual([false, false])
})

describe('No confirmation appears', () => {
  test('for unchanged text', async () => {
    await openNames()
    await type('!{Backspace}')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
