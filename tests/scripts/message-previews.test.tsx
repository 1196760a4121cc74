import { describe, expect, test } from 'vitest'
import { locales } from '#contract/enumerations.ts'
import { type MessagePreview, previewMessages, renderMessagePreviews } from '#scripts/message-previews.ts'
import { type MessageKind, renderMessage, renderPush } from '#server/notifications/render-message.ts'
import { notificationKinds } from '#server/notifications/store-notifications.ts'

const words = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** What a mail program shows of the HTML: the parts of the message, without the name of the product. */
function shownBy({ html }: MessagePreview['mail']) {
  const document = parse(html)
  for (const line of document.querySelectorAll('br')) line.replaceWith(' ')
  const paragraphs = [...document.querySelectorAll('.card p.ink')]
  return {
    subject: words(document.querySelector('h1')?.textContent),
    text: words(paragraphs.map(({ textContent }) => textContent).join(' ')),
    links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')),
  }
}

describe.each(locales)('In %s', async (language) => {
  const previews = await previewMessages(language)

  test.each(previews.map((preview) => [preview.kind, preview] as const))('%s: text and HTML say the same', (_, one) => {
    const { subject, text, mail } = one
    const html = shownBy(mail)
    const label = language === 'ru' ? 'Во вложении' : 'Attached'
    const attached = mail.attached.map((file) => ` ${label}: ${file}`).join('')
    const links = mail.text.match(/https?:\/\/\S+/g) ?? []
    // The only address at the end is the button.
    const shown = links.length === 1 ? words(text + attached).replace(/ https?:\S+$/, '') : words(text + attached)
    expect([html.subject, html.text]).toEqual([words(subject), shown])
    expect(html.links.toSorted()).toEqual(links.toSorted())
    expect(words(mail.text).startsWith(words(text + attached))).toBe(true)
  })

  test.each(previews.map((preview) => [preview.kind, preview] as const))('%s is whole and translated', (_, one) => {
    const all = [one.subject, one.text, one.sms, one.push?.open.title, one.push?.discreet.body].join(' ')
    expect(all).not.toMatch(/undefined|null|NaN|\[object|\$\{|\.\./)
    expect(/[А-Яа-яЁё]/.test(all)).toBe(language === 'ru')
  })

  test('the page shows every message', async () => {
    const document = parse(await renderMessagePreviews(language))
    const sections = [...document.querySelectorAll('section')]
    expect(sections.map(({ id }) => id)).toEqual(previews.map(({ kind }) => kind))
    const themes = [...document.querySelectorAll('iframe')].map(
      ({ srcdoc }) => /@media (not all|all)\{/.exec(srcdoc)?.[1],
    )
    expect(themes).toEqual(previews.flatMap(() => ['not all', 'all']))
  })

  test('a push notification names no mark, sum or reason without permission', () => {
    const secret = ['value', 'was', 'amount', 'left', 'reason', 'why', 'rest']
    const wordsOf: Record<string, Record<string, string>> = {
      'absence-reported': { groups: 'g', reason: 'illness', until: '' },
      'payment-changed': { what: 'moved' },
    }
    const isMark = (kind: string) => notificationKinds[kind as MessageKind]?.category === 'marks'
    const marked = previews.flatMap(({ kind }) => {
      if (!notificationKinds[kind] || notificationKinds[kind].category === 'security') return []
      // The former time of a lesson is no mark.
      const names = secret.filter((name) => name !== 'was' || isMark(kind))
      const words: Record<string, string> = wordsOf[kind] ?? {}
      const values = new Proxy({} as Record<string, string>, {
        get: (_, name) =>
          words[String(name)] ?? (names.includes(String(name)) ? `secret-${String(name)}` : String(name)),
      })
      const push = renderPush(kind, language, { values, hasDetails: false })
      return [[kind, `${push?.title} ${push?.body}`] as const]
    })
    expect(marked.length).toBeGreaterThan(25)
    for (const [kind, text] of marked)
      expect([kind, text]).toEqual([kind, expect.not.stringMatching(/secret-|болезн|illness/)])
  })
})

test('a Russian message says «со» before the second day of a month', () => {
  const values = { number: '26-М-1', course: 'Математика', student: '', from: '2 декабря' }
  expect(renderMessage('contract-concluded', 'ru', values)?.text).toContain('Занятия — со 2 декабря, ')
  expect(renderMessage('contract-concluded', 'ru', { ...values, from: '3 декабря' })?.text).toContain('с 3 декабря, ')
})
