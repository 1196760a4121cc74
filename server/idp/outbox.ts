import { formatLocale, type Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { type PageMessages, pageMessages } from '#server/html/messages.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { readOutbox } from '#server/notifications/outbox.ts'
import { languageOf, type PageContext, sendPage } from './page-context.ts'

type OutboxOptions = { database: Database; site: PageSite; demo: boolean; timeZone: string }

/**
 * Demo only: `/outbox` shows emails and SMS that were not sent; `/outbox.json` returns them as JSON, filtered by
 * `?to=`. Public, so it does not exist outside the demo.
 */
export function createOutbox({ database, site, demo, timeZone }: OutboxOptions) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    if (!demo || (context.path !== '/outbox' && context.path !== '/outbox.json')) return next()
    const { to } = context.query
    const messages = await readOutbox(database, typeof to === 'string' ? to : undefined)
    if (context.path === '/outbox.json') {
      context.type = 'json'
      context.body = JSON.stringify(messages)
      return
    }
    sendPage(context, 200, outboxPage({ language: languageOf(context), site, timeZone, messages }))
  }
}

type OutboxMessage = Awaited<ReturnType<typeof readOutbox>>[number]

function outboxPage({
  language,
  site,
  timeZone,
  messages,
}: {
  language: Locale
  site: PageSite
  timeZone: string
  messages: readonly OutboxMessage[]
}): string {
  const say = pageMessages[language]
  const clock = new Intl.DateTimeFormat(formatLocale(language), { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  return renderPage({
    language,
    site,
    title: say.outbox,
    inLanguage: (other) => `/outbox?lang=${other}`,
    main: html`<div class="outbox">
<div class="top"><h1>${say.outbox}</h1><a class="button" href="/outbox?lang=${language}">${say.refresh}</a></div>
<p class="intro">${say.outboxHint}</p>
${messages.length === 0 && html`<p class="intro">${say.outboxEmpty}</p>`}
<ul class="messages">${messages.map((message) => messagePart(message, say, clock))}</ul>
</div>`,
  })
}

function messagePart(
  { channel, target, subject, text, at }: OutboxMessage,
  say: PageMessages,
  clock: Intl.DateTimeFormat,
): Markup {
  return html`<li class="message"><div class="where"><b>${say.channels[channel]}</b><span>${target}</span><time datetime="${at.toISOString()}">${clock.format(at)}</time></div>
<h2>${subject}</h2><p>${text}</p></li>`
}
