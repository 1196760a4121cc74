import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Body, Button, Container, Head, Heading, Html, Img, Link, Section, Text } from 'react-email'
import type { Locale } from '#contract/enumerations.ts'

type MailContent = {
  language: Locale
  /** Of the school. */
  logo: string | null
  sender: string
  subject: string
  paragraphs: readonly string[]
  link: { label: string; url: string } | null
  unsubscribe: { label: string; url: string } | null
}

const font = 'Arial,sans-serif'
const ink = '#1f1f1f'
const muted = '#616161'

/** Mail programs without style sheets use the inline styles of the light theme; others have a dark theme too. */
const stylesheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{-webkit-text-size-adjust:100%}
@media (prefers-color-scheme:dark){
.page{background-color:#111214!important}.card{background-color:#1a1b1e!important;border-color:#2f3035!important}
.ink{color:#ebebeb!important}.muted,.muted a{color:#a3a3a8!important}.card .ink a{color:#8ab4f8!important}
}`

/** The HTML of an email: one column, with the components of React Email. */
export function renderMailLayout({
  language,
  logo,
  sender,
  subject,
  paragraphs,
  link,
  unsubscribe,
}: MailContent): string {
  const head = createElement(
    Head,
    null,
    createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    createElement('meta', { name: 'color-scheme', content: 'light dark' }),
    createElement('title', null, subject),
    createElement('style', null, stylesheet),
  )
  const card = createElement(
    Section,
    { className: 'card ink', style: cardStyle },
    createElement(Heading, { className: 'ink', style: headingStyle }, subject),
    ...paragraphs.map((paragraph) => paragraphOf(paragraph, paragraphs.length > 1)),
    link && createElement(Button, { href: link.url, style: buttonStyle }, link.label),
  )
  const footer =
    unsubscribe && createElement(Link, { href: unsubscribe.url, style: footerLinkStyle }, unsubscribe.label)
  const column = createElement(
    Container,
    { style: { maxWidth: '560px' } },
    createElement(
      Text,
      { className: 'muted', style: senderStyle },
      // The name follows it.
      logo && createElement(Img, { src: logo, alt: '', height: 32, style: logoStyle }),
      sender,
    ),
    card,
    footer && createElement(Text, { className: 'muted', style: footerStyle }, footer),
  )
  const page = createElement(Section, { className: 'page', style: pageStyle }, column)
  // Its default is English.
  const body = createElement(Body, { lang: language, className: 'page', style: bodyStyle }, page)
  // Not by `render` of the library, which streams and is slower (decision 078).
  return `<!doctype html>${renderToStaticMarkup(createElement(Html, { lang: language }, head, body))}`
}

/** The first line of several is a title. */
function paragraphOf(paragraph: string, isItem: boolean): ReactNode {
  const [first = '', ...others] = paragraph.split('\n')
  const title = isItem && others.length > 0 ? createElement('strong', null, first) : withLinks(first)
  const lines = others.map((line) => createElement(Fragment, null, createElement('br'), ...withLinks(line)))
  return createElement(Text, { className: 'ink', style: textStyle }, title, ...lines)
}

/** Addresses in the text become links, as mail programs do with plain text. */
function withLinks(line: string): ReactNode[] {
  const parts = line.split(/(https?:\/\/\S+)/)
  return parts.map((part, index) =>
    index % 2 === 1 ? createElement(Link, { key: index, href: part, style: linkStyle }, part) : part,
  )
}

const bodyStyle = { margin: 0, padding: 0, backgroundColor: '#f8f8f8' }
const pageStyle = { padding: '24px 12px', backgroundColor: '#f8f8f8' }
const senderStyle = { margin: '0 8px 12px', color: muted, fontFamily: font, fontWeight: 500, lineHeight: 1.4 }
const logoStyle = { display: 'inline-block', height: '32px', marginRight: '10px', verticalAlign: 'middle' }
const cardStyle = { padding: '24px', border: '1px solid #e6e6e6', borderRadius: '12px', backgroundColor: '#ffffff' }
const headingStyle = { margin: '0 0 16px', color: ink, fontFamily: font, fontSize: '22px', lineHeight: 1.3 }
const textStyle = { margin: '0 0 16px', color: ink, fontFamily: font, fontSize: '16px', lineHeight: 1.5 }
/** An address in the text is longer than a phone is wide. */
const linkStyle = { color: '#1a5fb4', textDecorationLine: 'underline', wordBreak: 'break-all' as const }
const buttonStyle = {
  padding: '12px 20px',
  borderRadius: '8px',
  backgroundColor: '#fd7e14',
  color: '#1f0f00',
  fontFamily: font,
  fontSize: '16px',
  fontWeight: 500,
}
const footerStyle = { margin: '16px 8px 0', color: muted, fontFamily: font, fontSize: '13px', lineHeight: 1.4 }
const footerLinkStyle = { color: muted, textDecorationLine: 'underline' }
