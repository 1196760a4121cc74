import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank, richTextTags } from '#contract/input-formats.ts'
import { ticketLength, ticketTextLength } from '#contract/limits.ts'
import { sanitizeRichText } from '#src/domain/sanitize-rich-text.ts'
import { linkAddressFrom } from '#src/routes/-flow/rich-text/editor-link.tsx'
import { ticketHtml } from '#src/routes/-flow/tickets/ticket-html.ts'

const headings = { subject: 'Касается', facts: 'Что было на экране' }

describe('The HTML of a ticket', () => {
  test('starts with the subject and ends with the attachment', () => {
    const subject = { href: '/schedule?date=2026-11-20&item=1', text: 'Математика, <10:00>' }
    const facts = [{ term: 'Экран', value: 'Расписание, /schedule?a="1"&b=2' }]
    expect(ticketHtml({ subject, html: '<p>Где?</p><p></p><p><br></p>', facts }, headings)).toBe(
      '<p>Касается: <a href="/schedule?date=2026-11-20&amp;item=1">Математика, &lt;10:00&gt;</a></p><p>Где?</p><blockquote><p>Что было на экране</p><ul><li><p>Экран: Расписание, /schedule?a="1"&amp;b=2</p></li></ul></blockquote>',
    )
  })

  test('is within the limit for any length of text, lesson and attachment', () => {
    const long = 'ы'.repeat(5000)
    const subject = { href: `/schedule?item=${'1'.repeat(200)}`, text: 'ы'.repeat(300) }
    const facts = Array.from({ length: 6 }, () => ({ term: 'Запрос с ошибкой', value: long }))
    const html = `<p>${'ы'.repeat(ticketTextLength - 7)}</p>`
    expect(ticketHtml({ subject, html, facts }, headings).length).toBeLessThanOrEqual(ticketLength)
  })

  test('contains only allowed HTML, whatever was pasted', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<img src=x onerror=alert(1)>',
      '<svg><script>alert(1)</script>',
      '<a href="javascript:alert(1)" onclick="x">',
      '<a href="//evil.example">',
      '<a href="/\\evil.example">',
      '</a>',
      '<iframe srcdoc="<script>">',
      '<style>*{}</style>',
      '<form><button formaction="javascript:1">',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<ul><li>',
      'я',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const held = document.createElement('div')
        held.innerHTML = sanitizeRichText(pieces.join(''))
        for (const element of held.querySelectorAll('*')) {
          expect(richTextTags as readonly string[]).toContain(element.localName)
          expect(element.getAttributeNames().filter((name) => name !== 'href')).toEqual([])
          expect(element.getAttribute('href')).toBeNull()
        }
      }),
    )
  })
})

test.each([
  ['school.ru/pravila', 'https://school.ru/pravila'],
  [' https://school.ru/a?b=1 ', 'https://school.ru/a?b=1'],
  ['имя@сайт.рф', 'mailto:имя@сайт.рф'],
  ['mailto:a@b.ru', 'mailto:a@b.ru'],
  ['/schedule?view=week', '/schedule?view=week'],
  ['', null],
  ['нечто', null],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
  ['data:text/html,x', null],
  ['school.ru с пробелом', null],
])('the link «%s» becomes %s', (typed, address) => {
  expect(linkAddressFrom(typed)).toBe(address)
})

test.each([
  ['', true],
  ['<p>&nbsp;</p><ul><li><p> </p></li></ul>', true],
  ['<p>\u200b\u00ad</p>', true],
  ['<p>.</p>', false],
  ['<p>👍🏽</p>', false],
])('«%s» is empty: %s', (html, isIt) => {
  expect(isBlank(html)).toBe(isIt)
})
