import type { Locale } from '#contract/enumerations.ts'
import { html, Markup } from '#server/html/markup.ts'
import { mailLogoOf } from '#server/notifications/mail-logo.ts'
import { renderMail } from '#server/notifications/render-mail.ts'
import {
  bindToHost,
  type MessageKind,
  renderLetter,
  renderMessage,
  renderPush,
} from '#server/notifications/render-message.ts'
import { notificationKinds } from '#server/notifications/store-notifications.ts'
import { sampleMessages } from './sample-messages.ts'

const sampleLogo = {
  content: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" rx="8" fill="#fd7e14"/></svg>',
  ),
}
const site = 'https://lk.school.example'

/** A message with sample values, as each channel sends it. */
export type MessagePreview = {
  kind: MessageKind
  subject: string
  /** Of the email, without the lines that it adds. */
  text: string
  mail: { text: string; html: string; attached: readonly string[]; url: string | null; unsubscribe: string | null }
  sms: string
  /** Of kinds that go to browsers; `discreet` without marks and sums. */
  push: { open: { title: string; body: string }; discreet: { title: string; body: string } } | null
}

/** All messages, by the functions that send them. */
export async function previewMessages(language: Locale): Promise<MessagePreview[]> {
  const logo = await logoAddress()
  const samples: [string, Record<string, string>][] = Object.entries(sampleMessages(language))
  const previews = samples.map(async ([name, values]) => {
    const kind = name as MessageKind
    const rendered = renderMessage(kind, language, values)
    if (!rendered) throw new Error(`${kind} has no template`)
    const { subject } = rendered
    const letter = renderLetter(kind, language, values) ?? rendered.text
    // Several notifications in one message have the link and the category of the first.
    const known = notificationKinds[kind === 'summary' || kind === 'digest' ? 'lesson-moved' : kind]
    const url = known ? site + known.path : null
    const unsubscribe = known && known.category !== 'security' ? `${site}/unsubscribe/example` : null
    const text = values.code === undefined ? rendered.text : bindToHost(rendered.text, values.code, new URL(site).host)
    const attached = values.receipts ? ['Подтверждение оплаты 2026-0417, 1-й платёж, 24.11.2026.pdf'] : []
    const push = (hasDetails: boolean) => renderPush(kind, language, { values, hasDetails })
    const [open, discreet] = [push(true), push(false)]
    return {
      kind,
      subject,
      text: letter,
      sms: text,
      mail: {
        ...(await renderMail({ subject, text: letter, attached, url, unsubscribe, logo }, language, { SCHOOL: {} })),
        attached,
        url,
        unsubscribe,
      },
      push: known && open && discreet ? { open, discreet } : null,
    }
  })
  return Promise.all(previews)
}

/** The logo within the page. */
async function logoAddress(): Promise<string | null> {
  const png = await mailLogoOf(sampleLogo)
  return png && `data:image/png;base64,${png.toString('base64')}`
}

/** The page `/ui/messages` of `npm run dev`. */
export async function renderMessagePreviews(language: Locale): Promise<string> {
  const previews = await previewMessages(language)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Messages</title>
<style>${stylesheet}</style>
</head>
<body>
<header><h1>Messages</h1><nav><a href="?lang=ru">Русский</a> <a href="?lang=en">English</a></nav></header>
<ul>${previews.map(({ kind }) => html`<li><a href="#${kind}">${kind}</a></li>`)}</ul>
${previews.map(sectionOf)}
</body>
</html>`.text
}

function sectionOf({ kind, subject, mail, sms, push }: MessagePreview): Markup {
  const shown = (label: string, text: string) => html`<div><h3>${label}</h3><pre>${text}</pre></div>`
  return html`<section id="${kind}">
<h2>${kind}</h2><p>${subject}</p>
<div class="row">
<div><h3>HTML, light</h3><iframe title="${kind}, light" srcdoc="${inLight(mail.html)}"></iframe></div>
<div><h3>HTML, dark</h3><iframe title="${kind}, dark" srcdoc="${inDark(mail.html)}"></iframe></div>
</div>
<div class="row">
${shown('Plain text', mail.text)}
${shown(`SMS, ${sms.length} characters`, sms)}
${push && shown('Push', `${push.discreet.title}\n${push.discreet.body}`)}
${push && push.open.body !== push.discreet.body && shown('Push with marks and sums', `${push.open.title}\n${push.open.body}`)}
</div>
</section>`
}

// A frame has the theme of the browser.
const darkTheme = '(prefers-color-scheme:dark)'
const inDark = (mail: string) => mail.replace(darkTheme, 'all')
const inLight = (mail: string) => mail.replace(darkTheme, 'not all')

const stylesheet = new Markup(`
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:1360px;padding:24px}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:16px}
ul{columns:220px;padding:0;list-style:none}
section{border-top:1px solid #8884;padding:16px 0}
.row{display:flex;flex-wrap:wrap;gap:16px}
.row>div{flex:1 1 320px;min-width:0}
h3{font-size:13px;font-weight:500;margin:8px 0 4px}
iframe{width:100%;height:420px;border:1px solid #8884;border-radius:8px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding:12px;border:1px solid #8884;border-radius:8px;font:inherit}`)
