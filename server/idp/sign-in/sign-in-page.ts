import type { Locale } from '#contract/enumerations.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import {
  errorAlert,
  html,
  infoNote,
  Markup,
  passwordField,
  passwordScript,
  providerBrand,
} from '#server/html/markup.ts'
import { type PageMessages, pageMessages } from '#server/html/messages.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import type { DemoAccountEntry, DemoAccountSection } from '#server/idp/accounts/demo-accounts.ts'
import type { LinkedSignInFailure } from '#server/idp/linking/linked-sign-in.ts'

export type SignInFailure =
  | { kind: 'wrong' | 'missing' }
  /** `strangers`: browsers in which this login has not signed in before. */
  | { kind: 'tooMany' | 'tooManyUnknownBrowsers'; seconds: number }
  | ({ kind: 'through' } & LinkedSignInFailure)

export type SignInPage = {
  language: Locale
  site: PageSite
  /** URL of this page; its forms post to it. */
  action: string
  /** The previous input. The password is never sent back. */
  login: string
  failure: SignInFailure | null
  /** Why the previous session ended, if known. */
  ended: SessionEnd | null
  linkNames: readonly string[]
  demo: { sections: readonly DemoAccountSection[]; password: string } | null
}

/** Simple shapes, as on the pages of the application. */
const art = new Markup(
  '<svg viewBox="0 0 480 480" aria-hidden="true" preserveAspectRatio="xMaxYMin slice"><path d="M240 0h120a120 120 0 0 1-120 120zM480 240v120a120 120 0 0 1-120-120z" class="side"/><path d="M360 0h120v120zM360 120a60 60 0 0 0 120 0z" class="top"/><path d="M240 240v-120h120z" class="side" fill-opacity=".55"/><circle cx="180" cy="60" r="26" class="dot" fill-opacity=".86"/><circle cx="420" cy="420" r="14" class="dot" fill-opacity=".5"/></svg>',
)

export function signInPage({ language, site, action, login, failure, ended, linkNames, demo }: SignInPage): string {
  const messages = pageMessages[language]
  const isAboutFields = failure?.kind === 'wrong' || failure?.kind === 'missing'
  const invalid = isAboutFields && new Markup(' aria-invalid="true" aria-describedby="failure"')
  const focusLogin = login === '' && new Markup(' autofocus')
  const focusPassword = login !== '' && new Markup(' autofocus')
  return renderPage({
    language,
    title: messages.signIn,
    site,
    inLanguage: (other) => `${action}?lang=${other}`,
    main: html`<div class="card signing">
<div class="cover">${art}<p>${messages.promise}</p></div>
<div class="body">
<h1>${messages.signIn}</h1>
${failure ? errorAlert(textOf(failure, language)) : ended && infoNote(messages.ended[ended])}
<form method="post" action="${action}">
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="login">${messages.login}</label>
<input id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${focusLogin}${invalid}></div>
${passwordField({ label: messages.password, autocomplete: 'current-password', attributes: html`${focusPassword}${invalid}`, messages })}
<button class="button primary">${messages.submit}</button>
<button class="forgot" name="forgot" value="yes" formnovalidate>${messages.forgot}</button>
</form>
${passwordScript}
${linkedSignInButtons({ names: linkNames, action, language })}
<form method="post" action="${action}"><button class="button quiet" name="cancel" value="yes">${messages.cancel}</button></form>
</div>
</div>
${demo && demoPart(demo, { language, action, messages })}`,
  })
}

function textOf(failure: SignInFailure, language: Locale): string {
  const messages = pageMessages[language]
  if ('seconds' in failure) return messages[failure.kind](Math.ceil(failure.seconds / 60))
  if (failure.kind === 'through') return messages.through[failure.reason](providerBrand(failure.name, language).name)
  return messages[failure.kind]
}

function demoPart(
  { sections, password }: NonNullable<SignInPage['demo']>,
  { language, action, messages }: { language: Locale; action: string; messages: PageMessages },
): Markup {
  return html`<section class="demo" aria-labelledby="demo">
<h2 id="demo">${messages.demo}</h2>
<p>${messages.demoHint} ${messages.demoPassword} <code>${password}</code></p>
<form method="post" action="${action}">
<input type="hidden" name="lang" value="${language}">
${sections.map(
  ({ kind, people }) => html`<h3>${messages.kinds[kind]}</h3>
<ul class="people">${people.map((person) => personPart(person, { kind, language }))}</ul>`,
)}
</form>
</section>`
}

function personPart(
  person: DemoAccountEntry,
  { kind, language }: { kind: DemoAccountSection['kind']; language: Locale },
): Markup {
  return html`<li><button class="person" name="demo" value="${person.login}"><span class="avatar ${kind}" aria-hidden="true">${person.initials}</span><span><b>${person.title[language]}</b><small lang="ru">${person.name}</small></span></button></li>`
}

/**
 * Sign-in buttons for linked accounts. They are links, not forms, because browsers apply `form-action` to the redirect
 * after a form and a provider may have any origin.
 */
function linkedSignInButtons({
  names,
  action,
  language,
}: {
  names: readonly string[]
  /** URL of the sign-in page. */
  action: string
  language: Locale
}): Markup | null {
  if (names.length === 0) return null
  return html`<section class="linked-providers" aria-labelledby="linked-providers">
<h2 id="linked-providers">${pageMessages[language].signInThrough}</h2>
<ul>${names.map((name) => buttonPart(name, language, `${action}/through/${name}?lang=${language}`))}</ul>
</section>`
}

function buttonPart(provider: string, language: Locale, href: string): Markup {
  const { name, icon } = providerBrand(provider, language)
  const id = `through-${provider}`
  return html`<li><a class="button" id="${id}" aria-labelledby="linked-providers ${id}" href="${href}">${icon}${name}</a></li>`
}
