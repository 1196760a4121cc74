// Database: none.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mailLogoOf } from '#server/notifications/mail-logo.ts'
import { renderMail } from '#server/notifications/render-mail.ts'
import { renderSms } from '#server/notifications/render-message.ts'

const url = 'https://lk.school.example/schedule?day=1&child=2'
const unsubscribe = 'https://lk.school.example/unsubscribe/marks.1.2'
const SCHOOL = { name: { ru: 'Школа «Пример»', en: 'Example School' } }

test('An SMS says whom and what it is about, once', () => {
  const lesson = { title: 'Физика', student: 'Артём', at: '24 ноября, 15:00' }
  expect(renderSms('lesson-cancelled', 'ru', lesson)).toBe(
    'Артём: занятие отменено — Физика. Занятия 24 ноября, 15:00 не будет. Расписание — в личном кабинете.',
  )
  expect(renderSms('two-factor-code', 'en', { code: '482913' })).toMatch(/^Confirmation code: 482913\./)
})

describe('An email', () => {
  test('has a language, a title, the name of the school, its link and one that stops such emails', async () => {
    const mail = { subject: 'Урок перенесён', text: 'На среду.', attached: [], url, unsubscribe }
    const { html, text } = await renderMail(mail, 'ru', { SCHOOL })
    expect(html).toMatch(/^<!doctype html><html[^>]* lang="ru"/)
    expect(html).not.toContain('lang="en"')
    expect(html).toContain('<title>Урок перенесён</title>')
    expect(html).toContain('>Школа «Пример»</p>')
    expect(html).toContain('href="https://lk.school.example/schedule?day=1&amp;child=2"')
    expect(html).toContain(`href="${unsubscribe}"`)
    expect(text).toBe(`На среду.\n\n${url}\n\nНе присылать такие письма: ${unsubscribe}`)
    expect((await renderMail(mail, 'en', { SCHOOL })).html).toMatch(/ lang="en"[\s\S]*>Example School<\/p>/)
  })

  test.each([
    ['/messages?ticket=1', 'Открыть переписку', 'Open the conversation'],
    ['/contracts-and-payments/1?pay=2', 'Открыть договор', 'Open the contract'],
    ['/contracts-and-payments/', 'Открыть договоры и оплату', 'Open contracts and payments'],
    ['/grade-book/', 'Открыть журнал оценок', 'Open the marks'],
    ['/', 'Открыть личный кабинет', 'Open your account'],
  ])('names what its link to %s opens', async (path, ru, en) => {
    const mail = { subject: 'Новое', text: 'Есть.', attached: [], url: `https://lk.school.example${path}`, unsubscribe }
    expect((await renderMail(mail, 'ru', { SCHOOL })).html).toContain(`>${ru}<`)
    expect((await renderMail(mail, 'en', { SCHOOL })).html).toContain(`>${en}<`)
  })

  test('has a button for the address at the end of its text', async () => {
    const revert = 'https://lk.school.example/not-me/secret'
    const mail = {
      subject: 'Смена пароля',
      text: `Если это были не вы: ${revert}`,
      attached: [],
      url: null,
      unsubscribe: null,
    }
    const { html, text } = await renderMail(mail, 'ru', { SCHOOL })
    expect(text).toBe(mail.text)
    expect(html).toContain('>Если это были не вы:</p>')
    expect(html).toContain(`href="${revert}"`)
    expect(html).toContain('>Это не я<')
    expect(html).not.toContain(`>${revert}<`)
  })

  test('has the logo of the school as a PNG, whatever its file is', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>')
    const png = await mailLogoOf({ content: drawing })
    expect(await sharp(png ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'png', width: 128, height: 64 })
    expect(await mailLogoOf({ content: Buffer.from('no picture') })).toBeNull()
    const mail = { subject: 'Новое', text: 'Есть.', attached: [], url, unsubscribe, logo: 'cid:school-logo' }
    expect((await renderMail(mail, 'ru', { SCHOOL })).html).toMatch(/<img[^>]* src="cid:school-logo"/)
  })

  test('escapes all values and links the addresses of the text', async () => {
    const text = 'Темы:\n<img src=x> & "дроби"\nhttps://a.example/?q="<b>'
    const { html } = await renderMail(
      { subject: '</title><b>', text, attached: [], url: null, unsubscribe: null },
      'ru',
      { SCHOOL },
    )
    expect(html).toContain('<title>&lt;/title&gt;&lt;b&gt;</title>')
    expect(html).toContain('&lt;img src=x&gt; &amp; &quot;дроби&quot;<br/>')
    expect(html).toContain('href="https://a.example/?q=&quot;&lt;b&gt;"')
    expect(html).not.toMatch(/<(img|b)\b/)
    expect(html.match(/<a /g)).toHaveLength(1)
  })

  test('names its attachments equally in text and HTML', async () => {
    const mail = { subject: 'Поступил платёж', text: 'Спасибо.', url, unsubscribe }
    const { html, text } = await renderMail({ ...mail, attached: ['а.pdf', 'б.pdf'] }, 'ru', { SCHOOL })
    expect(text).toBe(`Спасибо.\n\nВо вложении: а.pdf; б.pdf\n\n${url}\n\nНе присылать такие письма: ${unsubscribe}`)
    expect(html).toContain('>Во вложении: а.pdf; б.pdf</p>')
    expect((await renderMail({ ...mail, attached: ['а.pdf'] }, 'en', { SCHOOL })).text).toContain('Attached: а.pdf')
  })

  test('has colors for a dark theme', async () => {
    const mail = { subject: 'Урок перенесён', text: 'На среду.\nhttps://a.example', attached: [], url, unsubscribe }
    const { html } = await renderMail(mail, 'ru', { SCHOOL })
    const dark = /@media \(prefers-color-scheme:dark\)\{\n([\s\S]*?)\n\}<\/style>/.exec(html)?.[1] ?? ''
    for (const name of ['page', 'card', 'ink', 'muted']) {
      expect(dark).toMatch(new RegExp(`\\.${name}[{,]`))
      expect(html).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`))
    }
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  })
})
