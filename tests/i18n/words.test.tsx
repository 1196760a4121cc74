import { expect, test } from 'vitest'
import { createWords } from '#src/i18n/words.ts'
import { messages as events } from '#src/routes/-events/words.ru.po'
import { messages as profile } from '#src/routes/-profile/words.ru.po'

test('the words of a screen that come while a language is being made current stay', async () => {
  const words = createWords()
  const activated = words.activate('ru')
  await Promise.all([words.loadScreen('events', 'ru'), words.loadScreen('profile', 'ru'), activated])
  expect(words.i18n.messages).toMatchObject({ ...events, ...profile })
})

test('whoever chooses again while the words of a language are on their way stays with the last choice', async () => {
  const words = createWords()
  await words.activate('ru')
  // Those of English are not here yet.
  const first = words.activate('en')
  await words.activate('ru')
  await first
  expect(words.i18n.locale).toBe('ru')
})

test('a language that is made current brings the words of the screens in use', async () => {
  const words = createWords()
  await words.activate('ru')
  await words.loadScreen('profile', 'ru')
  await words.activate('en')
  expect(Object.keys(words.i18n.messages)).toEqual(expect.arrayContaining(Object.keys(profile)))
})
