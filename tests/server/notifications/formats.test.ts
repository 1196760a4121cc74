// Database: none.
import { describe, expect, test } from 'vitest'
import { instalmentsInWords } from '#server/notifications/formats.ts'

describe('Instalments in a sentence', () => {
  const due = { amount: 100_000, dueOn: '2026-09-20' }

  test('have their stored titles in Russian, and those of the pages in English', () => {
    const lines = [
      { kind: 'stage', title: '2-й платёж', number: 2, ...due },
      { kind: 'month', title: 'Сентябрь', number: 3, ...due },
      { kind: 'own-rest', title: 'Собственные средства, остаток', number: 4, ...due },
      // The school has given this title.
      { kind: 'other', title: 'Лагерь', number: 5, ...due },
    ] as const
    const titles = (language: 'ru' | 'en') => lines.map((line) => instalmentsInWords([line], language))
    expect(titles('ru')).toEqual([
      '«2-й платёж» — до 20 сентября 2026 года',
      '«Сентябрь» — до 20 сентября 2026 года',
      '«Собственные средства, остаток» — до 20 сентября 2026 года',
      '«Лагерь» — до 20 сентября 2026 года',
    ])
    expect(titles('en')).toEqual([
      '“Payment 2” — by 20 September 2026',
      '“September” — by 20 September 2026',
      '“Own funds, remainder” — by 20 September 2026',
      '“Лагерь” — by 20 September 2026',
    ])
  })
})
