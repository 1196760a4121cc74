import { expect, test } from 'vitest'
import { createDrafts } from '#src/drafts.ts'
import { forgetTexts } from '#src/unsent.ts'

const anna = { userId: 'anna', about: null }
const lesson = { userId: 'anna', about: 'lesson-1' }

/** A device that keeps what it is given. */
function device(kept: Record<string, string> = {}): Window {
  return { localStorage: storageOf(kept), sessionStorage: storageOf({ typed_anna_names: '{}' }) } as Window
}

function storageOf(kept: Record<string, string>): Storage {
  const storage: Storage = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(storage, { [name]: value }),
    removeItem: (name: string) => delete storage[name],
  })
  return Object.assign(storage, kept)
}

/** Where storage is forbidden, reading the property already throws. */
const forbidding = {
  get localStorage(): Storage {
    throw new DOMException('Forbidden', 'SecurityError')
  },
} as Window

test('A draft is found again by its person and its lesson, and by no other', () => {
  const browser = device()
  createDrafts(() => browser).keep(anna, '<p>Привет</p>')
  const later = createDrafts(() => browser)
  expect([later.recall(anna), later.recall(lesson), later.recall({ userId: 'boris', about: null })]).toEqual([
    '<p>Привет</p>',
    '',
    '',
  ])
})

test('The same letter keeps its key, also after a reload; another letter, or one that was refused, has another', () => {
  const browser = device()
  const drafts = createDrafts(() => browser)
  drafts.keep(anna, '<p>а</p>')
  const key = drafts.keyOf(anna, '<p>а</p>')
  drafts.keep(anna, '<p>аб</p>')
  expect(createDrafts(() => browser).keyOf(anna, '<p>а</p>')).toBe(key)
  const other = drafts.keyOf(anna, '<p>аб</p>')
  drafts.dropKey(anna)
  expect([other === key, drafts.keyOf(anna, '<p>аб</p>') === other, drafts.recall(anna)]).toEqual([
    false,
    false,
    '<p>аб</p>',
  ])
})

test('What was sent is forgotten, and whoever signs out leaves none', () => {
  const browser = device({ theme: 'dark' })
  const drafts = createDrafts(() => browser)
  drafts.keep(anna, '<p>а</p>')
  drafts.keep(lesson, '<p>б</p>')
  drafts.forget(anna)
  expect([drafts.recall(anna), drafts.recall(lesson)]).toEqual(['', '<p>б</p>'])
  forgetTexts(browser)
  expect([drafts.recall(lesson), Object.keys(browser.localStorage)]).toEqual(['', ['theme']])
  expect(Object.keys(browser.sessionStorage)).toEqual([])
})

test('Where the device keeps nothing, a draft lives as long as the page, and signing out still works', () => {
  const drafts = createDrafts(() => forbidding)
  drafts.keep(anna, '<p>а</p>')
  const key = drafts.keyOf(anna, '<p>а</p>')
  expect([drafts.recall(anna), drafts.keyOf(anna, '<p>а</p>')]).toEqual(['<p>а</p>', key])
  drafts.forget(anna)
  expect(drafts.recall(anna)).toBe('')
  forgetTexts(forbidding)
})
