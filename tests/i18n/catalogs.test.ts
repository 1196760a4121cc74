import { globSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'

type Catalog = Record<string, { message?: string; translation?: string }>

test('a text that stands in several catalogs has one translation', () => {
  const translations = new Map<string, Set<string>>()
  for (const file of globSync('src/locales/en/*.po')) {
    const catalog = formatter().parse(readFileSync(file, 'utf8'), {} as never) as Catalog
    for (const [id, { message = id, translation = '' }] of Object.entries(catalog)) {
      const known = translations.get(`${id} ${message}`) ?? new Set()
      translations.set(`${id} ${message}`, known.add(translation))
    }
  }
  expect([...translations].filter(([, different]) => different.size > 1)).toEqual([])
  expect(translations.size).toBeGreaterThan(1000)
})

test('a Russian plural has the form for two that differs from the form for five', () => {
  const forms = /one \{(?<one>[^{}]*)\} few \{(?<few>[^{}]*)\} many \{(?<many>[^{}]*)\} other \{(?<other>[^{}]*)\}/g
  const found = globSync('src/locales/ru/*.po').flatMap((file) => [...readFileSync(file, 'utf8').matchAll(forms)])
  const wrong = found.filter(({ groups: { one, few, many, other } = {} }) => {
    // Adjectives and the dative have one form for both, and so has the genitive, whose form for one is that of fractions.
    const isAlike = one === other || /[ыи]х$|[ая]м$/.test(few ?? '')
    return few === many && !isAlike
  })
  expect(wrong.map(([words]) => words)).toEqual([])
  expect(found.length).toBeGreaterThan(50)
})
