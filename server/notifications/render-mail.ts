import type { Locale } from '#contract/enumerations.ts'
import type { Env } from '#server/env.ts'
import { html, Markup } from '#server/html/markup.ts'

type Mail = {
  subject: string
  /** Paragraphs are separated by empty lines. */
  text: string
  /** Where it leads to. */
  url: string | null
  unsubscribe: string | null
}

const labels = {
  ru: { product: 'Личный кабинет', open: 'Открыть в личном кабинете', unsubscribe: 'Не присылать такие письма' },
  en: { product: 'Personal account', open: 'Open in the personal account', unsubscribe: 'Stop emails of this kind' },
}

/** Mail programs that support no style sheet use the attributes; others have a dark theme too. */
const stylesheet = new Markup(`
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
p{margin:0 0 16px}
@media (prefers-color-scheme:dark){
.page{background:#111214!important}.card{background:#1a1b1e!important;border-color:#2f3035!important}
.ink{color:#ebebeb!important}.muted,.muted a{color:#a3a3a8!important}
}`)

/** The text and the HTML of an email, both from the same parts. */
export function renderMail(
  { subject, text, url, unsubscribe }: Mail,
  language: Locale,
  { SCHOOL }: Pick<Env, 'SCHOOL'>,
): { text: string; html: string } {
  const { product, open, unsubscribe: unsubscribeLabel } = labels[language]
  const paragraphs = text.split('\n\n')
  const plain = [text, url, unsubscribe && `${unsubscribeLabel}: ${unsubscribe}`].filter(Boolean).join('\n\n')
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${stylesheet}</style>
</head>
<body class="page" style="margin:0;background:#f8f8f8">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f8f8f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="muted" style="padding:0 8px 12px;color:#616161;font:500 14px/1.4 Arial,sans-serif">${SCHOOL.name?.[language] ?? product}</td></tr>
<tr><td class="card ink" bgcolor="#ffffff" style="padding:24px;border:1px solid #e6e6e6;border-radius:12px;color:#1f1f1f;font:400 16px/1.5 Arial,sans-serif">
<h1 class="ink" style="margin:0 0 16px;color:#1f1f1f;font:600 22px/1.3 Arial,sans-serif">${subject}</h1>
${paragraphs.map((paragraph) => paragraphOf(paragraph, paragraphs.length > 1))}
${url && html`<p style="margin:24px 0 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#fd7e14;color:#1f0f00;font:500 16px/1.25 Arial,sans-serif;text-decoration:none">${open}</a></p>`}
</td></tr>
${unsubscribe && html`<tr><td class="muted" style="padding:16px 8px 0;color:#616161;font:400 13px/1.4 Arial,sans-serif"><a href="${unsubscribe}" style="color:#616161">${unsubscribeLabel}</a></td></tr>`}
</table>
</td></tr></table>
</body>
</html>`
  return { text: plain, html: page.text }
}

/** The first line of several is a title. */
function paragraphOf(paragraph: string, isItem: boolean): Markup {
  const [first, ...others] = paragraph.split('\n')
  const lines = others.map((line) => html`<br>${withLinks(line)}`)
  const title = isItem && others.length > 0 ? html`<strong>${first}</strong>` : withLinks(first ?? '')
  return html`<p class="ink" style="margin:0 0 16px;color:#1f1f1f">${title}${lines}</p>`
}

/** Addresses in the text become links, as mail programs do with plain text. */
function withLinks(line: string): Markup {
  return html`${line.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}`
}
