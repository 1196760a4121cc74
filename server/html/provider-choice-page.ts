import { type Locale, locales } from '#contract/enumerations.ts'
import { emailLength } from '#contract/limits.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import { errorAlert, html, infoNote, Markup } from './markup.ts'
import { type PageMessages, pageMessages } from './messages.ts'
import { renderPage } from './page-layout.ts'
import type { PageSite } from './page-site.ts'

/** A way to sign in; `href` leads to the provider. */
type ProviderChoice = { name: string; title: Record<Locale, string>; href: string }

type ProviderChoicePage = {
  language: Locale
  site: PageSite
  /** In the order in which they are offered. */
  choices: readonly ProviderChoice[]
  /** Name of the provider of the last sign-in in this browser. */
  last: string | null
  /** Why the previous session ended, if known. */
  ended: SessionEnd | null
  /** The form that chooses by an email; null if no provider has a domain. */
  byEmail: { action: string; email: string; failure: 'unknown' | 'invalid' | null } | null
  /** Address of this page in a language. */
  inLanguage: (language: Locale) => string
  elsewhere: string
}

/** Lets a visitor choose the identity provider. Its buttons are links: `form-action` forbids redirects to other sites. */
export function providerChoicePage(page: ProviderChoicePage): string {
  const { language, site, choices, last, ended, byEmail, inLanguage, elsewhere } = page
  const messages = pageMessages[language]
  const failure = byEmail?.failure
  return renderPage({
    language,
    site,
    title: messages.signIn,
    inLanguage: (other) => inLanguage(locales.find((locale) => locale === other) ?? language),
    main: html`<div class="card notice"><div class="body"><h1>${messages.chooseProvider}</h1>
${failure ? errorAlert(messages.emailFailure[failure]) : ended && infoNote(messages.ended[ended])}
<ul class="ways">${choices.map((choice) => choicePart(choice, { language, isLast: choice.name === last, messages }))}</ul>
${byEmail && emailForm(byEmail, language, messages)}
<a class="button quiet" href="${elsewhere}">${messages.cancel}</a></div></div>`,
  })
}

function choicePart(
  { name, title, href }: ProviderChoice,
  { language, isLast, messages }: { language: Locale; isLast: boolean; messages: PageMessages },
): Markup {
  const id = `last-${name}`
  const mark = isLast && html`<small id="${id}">${messages.lastProvider}</small>`
  const described = isLast && new Markup(` aria-describedby="${id}"`)
  return html`<li${isLast && new Markup(' class="last"')}><a class="button" href="${href}"${described}>${title[language]}</a>${mark}</li>`
}

function emailForm(
  { action, email, failure }: NonNullable<ProviderChoicePage['byEmail']>,
  language: Locale,
  messages: PageMessages,
): Markup {
  const invalid = failure && new Markup(' aria-invalid="true" aria-describedby="failure" autofocus')
  return html`<form method="post" action="${action}" class="by-email" novalidate>
<h2>${messages.orByEmail}</h2>
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="email">${messages.email}</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="${emailLength}" required${invalid}></div>
<button class="button outlined">${messages.proceed}</button>
</form>`
}

/** Leads on to the provider. A redirect would be refused, because a form was sent. */
export function goOnPage({ language, site, location }: { language: Locale; site: PageSite; location: string }): string {
  const messages = pageMessages[language]
  return renderPage({
    language,
    site,
    title: messages.signIn,
    refreshTo: location,
    main: html`<div class="card notice"><div class="body"><h1>${messages.goingOn}</h1><p class="intro">${messages.goingOnHint}</p><a class="button primary" href="${location}">${messages.proceed}</a></div></div>`,
  })
}
