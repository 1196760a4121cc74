import { formatLocale, type Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { type PageMessages, pageMessages } from '#server/html/messages.ts'
import { pageHeaders, renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { readLetter, readOutbox } from '#server/notifications/outbox.ts'
import { languageOf, type PageContext, sendPage } from './interactions/page-context.ts'

type OutboxOptions = { database: Database; site: PageSite; demo: boolean; timeZone: string }

/**
 * Demo only: `/outbox` shows emails and SMS that were not sent; `/outbox.json` returns them as JSON, filtered by
 * `?to=`; `/outbox/<id>` is the HTML of an email. Public, so it does not exist outside the demo.
 */
export function createOutbox({ database, site, demo, timeZone }: OutboxOptions) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    if (!demo || !context.path.startsWith('/outbox')) return next()
    const [, id] = letterPath.exec(context.path) ?? []
    if (id !== undefined) return sendLetter(context, await readLetter(database, id), next)
    if (context.path !== '/outbox' && context.path !== '/outbox.json') return next()
    const { to } = context.query
    const entries = await readOutbox(database, typeof to === 'string' ? to : undefined)
    if (context.path === '/outbox.json') {
      context.type = 'json'
      context.body = JSON.stringify(entries.map(({ hasLetter: _, ...entry }) => entry))
      return
    }
    context.set('content-security-policy', `${pageHeaders(site)['content-security-policy']}; frame-src 'self'`)
    sendPage(context, 200, outboxPage({ language: languageOf(context), site, timeZone, entries }))
  }
}

const letterPath = /^\/outbox\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Shown in a frame of its own origin: no scripts and no pictures of others; links open another tab. */
const letterPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

async function sendLetter(context: PageContext, letter: string | null, next: () => Promise<void>): Promise<void> {
  if (letter === null) return next()
  context.set('content-security-policy', letterPolicy)
  context.set('x-frame-options', 'SAMEORIGIN')
  context.type = 'html'
  context.body = letter.replace('<head>', '<head><base target="_blank">')
}

type OutboxMessage = Awaited<ReturnType<typeof readOutbox>>[number]

function outboxPage({
  language,
  site,
  timeZone,
  entries,
}: {
  language: Locale
  site: PageSite
  timeZone: string
  entries: readonly OutboxMessage[]
}): string {
  const messages = pageMessages[language]
  const clock = new Intl.DateTimeFormat(formatLocale(language), { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  return renderPage({
    language,
    site,
    title: messages.outbox,
    inLanguage: (other) => `/outbox?lang=${other}`,
    main: html`<div class="outbox">
<div class="top"><h1>${messages.outbox}</h1><a class="button" href="/outbox?lang=${language}">${messages.refresh}</a></div>
<p class="intro">${messages.outboxHint}</p>
${entries.length === 0 && html`<p class="intro">${messages.outboxEmpty}</p>`}
<ul class="messages">${entries.map((entry) => messagePart(entry, messages, clock))}</ul>
</div>`,
  })
}

function messagePart(
  { id, channel, target, subject, text, hasLetter, at }: OutboxMessage,
  messages: PageMessages,
  clock: Intl.DateTimeFormat,
): Markup {
  return html`<li class="message"><div class="where"><b>${messages.channels[channel]}</b><span>${target}</span><time datetime="${at.toISOString()}">${clock.format(at)}</time></div>
<h2>${subject}</h2>${
    hasLetter
      ? html`<div class="letter"><iframe src="/outbox/${id}" title="${messages.letter(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>
<div><h3>${messages.textOfLetter}</h3><p>${text}</p></div></div>`
      : html`<p>${text}</p>`
  }</li>`
}
