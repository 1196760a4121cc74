import { expect, test } from 'vitest'
import { createI18n } from '#src/i18n/create-i18n.ts'

test('the last choice of a language wins, also when an earlier one loads later', async () => {
  const { i18n, activate } = createI18n()
  await activate('ru')
  const first = activate('en')
  await activate('ru')
  await first
  expect(i18n.locale).toBe('ru')
})
