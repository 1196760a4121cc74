import { expect, test } from 'vitest'
import { createDrafts } from '#src/storage/drafts.ts'
import { clearStoredTexts } from '#src/storage/stored-texts.ts'

const anna = { userId: 'anna', about: null }
const lesson = { userId: 'anna', about: 'lesson-1' }

/** A storage in memory. */
function device(initial: Record<string, string> = {}): Window {
  return {
    localStorage: storageOf(initial),
    sessionStorage: storageOf({ typed_anna_names: '{}', finds_anna: '[]' }),
  } as Window
}

function storageOf(initial: Record<string, string>): Storage {
  const storage: Storage = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(storage, { [name]: value }),
    removeItem: (name: string) => delete storage[name],
  })
  return Object.assign(storage, initial)
}

/** Where storage is forbidden, reading the property already throws. */
const forbidding = {
  get localStorage(): Storage {
    throw new DOMException('Forbidden', 'SecurityError')
  },
} as Window

test('finds a draft only by its user and lesson', () => {
  const browser = device()
  createDrafts(() => browser).keep(anna, '<p>Привет</p>')
  const later = createDrafts(() => browser)
  expect([later.recall(anna), later.recall(lesson), later.recall({ userId: 'boris', about: null })]).toEqual([
    '<p>Привет</p>',
    '',
    '',
  ])
})

test('reuses the idempotency key for the same content, also after a reload, and renews it after a change or a refusal', () => {
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

test('restores a ticket as it was left, with topic and attached facts', () => {
  const browser = device()
  const drafts = createDrafts(() => browser)
  const later = () => createDrafts(() => browser).recallTicket(anna)
  const ticket = { html: '<p>а</p>', topic: 'payments', facts: [{ term: 'Экран', value: 'Расписание' }] } as const
  expect(later()).toEqual({ html: '', topic: 'schedule', facts: [] })
  drafts.keepTicket(anna, { ...ticket, facts: [...ticket.facts] })
  expect(later()).toEqual(ticket)
  // A topic chosen before the text and the files stays with them.
  drafts.keepTicket(anna, { html: '<p></p>', topic: 'payments', facts: [] })
  drafts.keepFiles(anna, [{ uuid: 'a', name: 'a.pdf', mediaType: 'application/pdf', size: 1 }])
  expect(later()).toEqual({ html: '<p></p>', topic: 'payments', facts: [] })
  drafts.keepFiles(anna, [])
  drafts.keepTicket(anna, { html: '<p></p>', topic: 'schedule', facts: [] })
  expect(Object.keys(browser.localStorage)).toEqual([])
})

test('keeps the key of a try after another tab has sent and deleted the draft, until this tab has sent it too', () => {
  const browser = device()
  const [here, otherTab] = [createDrafts(() => browser), createDrafts(() => browser)]
  here.keep(anna, '<p>а</p>')
  const key = here.keyOf(anna, '<p>а</p>')
  expect(otherTab.keyOf(anna, '<p>а</p>')).toBe(key)
  otherTab.forget(anna)
  expect([here.keyOf(anna, '<p>а</p>'), here.recall(anna)]).toEqual([key, ''])
  here.forget(anna)
  expect(here.keyOf(anna, '<p>а</p>')).not.toBe(key)
})

test('deletes a draft when it is sent, and all on sign-out', () => {
  const browser = device({ theme: 'dark' })
  const drafts = createDrafts(() => browser)
  drafts.keep(anna, '<p>а</p>')
  drafts.keep(lesson, '<p>б</p>')
  drafts.forget(anna)
  expect([drafts.recall(anna), drafts.recall(lesson)]).toEqual(['', '<p>б</p>'])
  clearStoredTexts(browser)
  expect([drafts.recall(lesson), Object.keys(browser.localStorage)]).toEqual(['', ['theme']])
  expect(Object.keys(browser.sessionStorage)).toEqual([])
})

test('keeps drafts in memory while storage is blocked', () => {
  const drafts = createDrafts(() => forbidding)
  drafts.keep(anna, '<p>а</p>')
  const key = drafts.keyOf(anna, '<p>а</p>')
  expect([drafts.recall(anna), drafts.keyOf(anna, '<p>а</p>')]).toEqual(['<p>а</p>', key])
  drafts.forget(anna)
  expect(drafts.recall(anna)).toBe('')
  clearStoredTexts(forbidding)
})
