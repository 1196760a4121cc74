import { expect, test } from 'vitest'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { datesOf } from '#src/i18n/dates.ts'

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

test('«с» and «к» are «со» and «ко» before the second day of a month', async () => {
  const { i18n, activate } = createI18n()
  await activate('ru')
  i18n.load('ru', { since: ['С ', ['0'], ' по\u00a05, к\u00a0', ['0'], '; учебник с ', ['0']] })
  const since = (text: string) => i18n._('since', [text] as unknown as Record<string, unknown>)
  const { day, dayShort } = datesOf('ru', 'Europe/Moscow')
  expect(since(day('2026-12-02'))).toBe(
    'Со 2\u00a0декабря по\u00a05, ко\u00a02\u00a0декабря; учебник со 2\u00a0декабря',
  )
  expect(since(dayShort('2026-05-02'))).toMatch(/^Со 2\u00a0мая/)
  for (const other of [day('2026-12-03'), day('2026-12-22'), '2\u00a0500\u00a0₽', '2 часов'])
    expect(since(other)).toBe(`С ${other} по\u00a05, к\u00a0${other}; учебник с ${other}`)
  await activate('en')
  i18n.load('en', { since: ['с ', ['0']] })
  expect(since('2 Dec')).toBe('с 2 Dec')
})
