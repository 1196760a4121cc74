import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const call = 'GET /api/v1/contract-verification'
const proof = {
  number: '26-МАТ-00012345',
  customer: 'С. А. В.',
  at: '2026-10-14T09:00:00.000Z',
  version: '2026-11-29',
  hash: '0f'.repeat(32),
  concludedOn: '2026-10-15',
  signatures: [],
}

test('A visitor types what is printed, and reads whose text it is', async () => {
  const { here, callsOf } = await visit('/verify', { [call]: { body: { proof } } })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Номер договора' }), ' 26-МАТ-00012345 ')
  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }))
  expect(callsOf(call)).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: 'Код проверки' }), '0123-4567-89AB{Enter}')
  await screen.findByText('Договор подлинный')
  screen.getByText('С. А. В.')
  screen.getByText(proof.hash)
  expect(decodeURI(here())).toBe('/verify?number=26-МАТ-00012345&code=0123-4567-89AB')
})

test('An address with a wrong code says so and keeps what was typed', async () => {
  await visit('/verify?number=26-МАТ-1&code=0000', { [call]: { body: { proof: null } } })
  await screen.findByText('Такого договора нет')
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Код проверки' }).value).toBe('0000'),
  )
})

test('A signed contract shows both marks, and which side has not signed yet', async () => {
  const at = '2026-10-14T09:00:00.000Z'
  const signatures = [{ side: 'customer', person: 'С. А. В.', capacity: null, method: 'email-code', at }]
  await visit('/verify?number=26-МАТ-00012345&code=0123-4567-89AB', {
    [call]: { body: { proof: { ...proof, signatures } } },
  })
  const list = await screen.findByRole('list', { name: 'Подписи' })
  expect(textOf(list)).toMatch(/^Подписал заказчик: С\. А\. В\.14 октября.*код из письмаШкола ещё не подписала$/)
  expect(screen.queryByText('Условия приняты')).toBeNull()
})
