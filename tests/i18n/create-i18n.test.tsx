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

test('a catalog that a screen adds is loaded for the present language and for one that is chosen later', async () => {
  const { i18n, activate, addCatalog } = createI18n()
  await activate('en')
  const sizeOf = () => Object.keys(i18n.messages).length
  const without = sizeOf()
  await Promise.all([addCatalog('admin'), addCatalog('admin')])
  const withAdmin = sizeOf()
  expect(withAdmin).toBeGreaterThan(without)
  await activate('ru')
  expect(sizeOf()).toBe(withAdmin)
})

test('no line of a Russian text may begin with a dash', async () => {
  const { i18n, activate } = createI18n()
  await activate('ru')
  const texts = JSON.stringify(i18n.messages)
  expect(texts).toContain('\u00a0— ')
  expect(texts).not.toContain(' — ')
})
