import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

test('a menu opens by keyboard, moves by arrow keys, selects, and returns the focus', async () => {
  const { app } = await visit('/catalog')
  const button = await screen.findByRole('button', { name: /^Язык:\s*RU\s*,\s*Русский$/ })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-checked')).toBe('true'))
  expect(document.activeElement?.textContent).toBe('Русский')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(app.i18n.locale).toBe('en'))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(textOf(document.activeElement as Element)).toBe('Language: EN, English')
})

test('a menu opened by a pointer marks nothing before a key is pressed', async () => {
  await visit('/profile', { 'GET /api/v1/profile': { body: person(['parent', 'teacher']) } })
  await userEvent.click(await screen.findByRole('button', { name: /^Роль:\s*Родитель$/ }))
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement).toBe(menu))
})

test('a menu closes by Escape and opens again', async () => {
  await visit('/profile', { 'GET /api/v1/profile': { body: person(['parent']) } })
  await userEvent.click(await screen.findByRole('button', { name: /Меню пользователя$/ }))
  expect((await screen.findByRole('menuitem', { name: 'Профиль' })).getAttribute('href')).toBe('/profile')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menu')).toBeTruthy()
})
