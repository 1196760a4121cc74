import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { person, visit } from '#tests/support/browser-app.tsx'

const several = { 'GET /api/v1/profile': { body: person(['parent', 'teacher']) } }
const roleSwitch = { name: /^Роль:\s*Родитель$/ }
const userMenu = { name: /Меню пользователя$/ }

test('a menu opens by keyboard, walks by arrows, chooses, and has the focus again', async () => {
  const { app } = await visit('/profile', several)
  const button = await screen.findByRole('button', roleSwitch)
  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-checked')).toBe('true'))
  expect(document.activeElement?.textContent).toBe('Родитель')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(app.session.getSnapshot().context.roleGroup).toBe('teacher')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Роль:\s*Преподаватель$/ }))
})

test('a menu opened by a pointer marks nothing before a key is pressed', async () => {
  await visit('/profile', several)
  await userEvent.click(await screen.findByRole('button', roleSwitch))
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement).toBe(menu))
})

test('a menu closes by Escape and opens again', async () => {
  await visit('/profile', several)
  await userEvent.click(await screen.findByRole('button', userMenu))
  expect((await screen.findByRole('menuitem', { name: 'Профиль' })).getAttribute('href')).toBe('/profile')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menu')).toBeTruthy()
})
