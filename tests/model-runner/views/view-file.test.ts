import { expect, test } from 'vitest'
import { viewDifference } from './view-difference.ts'
import { formatViews, parseViews, type Views } from './view-file.ts'

const banner = ['- banner:', '  - button "Menu"', '  - link "Home":', '    - /url: /']
const total = (sum: string) => ['- main:', '  - heading "Total" [level=1]', `  - paragraph: ${sum}`, '  - button "Pay"']

const unchanged = { history: 'unchanged', storage: 'empty' }
const elsewhere = { history: ['unchanged'], storage: ['empty'] }
const views: Views = new Map([
  [
    'paying «start» 1',
    { facts: { focus: ['nothing'], ...elsewhere }, lines: ['title: Bill', ...banner, ...total('100')] },
  ],
  [
    'paying «back» 2',
    { facts: { focus: ['nothing'], ...elsewhere }, lines: ['title: Bill', ...banner, ...total('100')] },
  ],
  [
    'paid «done» 3',
    { facts: { focus: ['h1 "Total"', 'nothing'], ...elsewhere }, lines: ['title: Paid', ...banner, ...total('0')] },
  ],
])

test('writes a repeated part of the pages once, and reads back the same views', () => {
  const text = formatViews(views)
  expect(text).toBe(`# paid «done» 3
focus: h1 "Total" | nothing
history: unchanged
storage: empty
title: Paid
- → banner 1
- main:
  - heading "Total" [level=1]
  - paragraph: 0
  - button "Pay"

# paying «back» 2
# paying «start» 1
focus: nothing
history: unchanged
storage: empty
title: Bill
- → banner 1
- main:
  - heading "Total" [level=1]
  - paragraph: 100
  - button "Pay"

[parts]

= banner 1
- banner:
  - button "Menu"
  - link "Home":
    - /url: /
`)
  expect(new Map([...parseViews(text)].toSorted())).toEqual(new Map([...views].toSorted()))
})

test.each([
  [
    'a wrong sum',
    { facts: { ...unchanged, focus: 'nothing' }, lines: ['title: Bill', ...banner, ...total('10')] },
    '- paragraph: 100',
    '- paragraph: 10',
  ],
  [
    'a missing button',
    { facts: { ...unchanged, focus: 'nothing' }, lines: ['title: Bill', ...banner, ...total('100').slice(0, -1)] },
    '- button "Pay"',
    'nothing here',
  ],
  [
    'an extra alert',
    { facts: { ...unchanged, focus: 'nothing' }, lines: ['title: Bill', ...banner, ...total('100'), '- alert: No'] },
    'nothing here',
    '- alert: No',
  ],
  [
    'a lost focus',
    { facts: { ...unchanged, focus: 'button "Pay"' }, lines: ['title: Bill', ...banner, ...total('100')] },
    'focus: nothing',
    'focus: button "Pay"',
  ],
])('states %s as what was expected and what was seen', (_, seen, wanted, shown) => {
  const accepted = views.get('paying «start» 1')
  expect(accepted && viewDifference('paying', accepted, seen)?.split('\n')[0]).toBe(
    `expected: ${wanted} · seen: ${shown}`,
  )
})

test('finds no difference between equal pages', () => {
  const accepted = views.get('paid «done» 3')
  const seen = { facts: { ...unchanged, focus: 'h1 "Total"' }, lines: ['title: Paid', ...banner, ...total('0')] }
  expect(accepted && viewDifference('paid', accepted, seen)).toBeNull()
})
