import type { Locale } from '#contract/enumerations.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import { alertPart, notePart } from './alert.ts'
import type { DemoPerson, DemoSection } from './demo-people.ts'
import { framed } from './frame.ts'
import { html, Markup } from './html.ts'
import { linkedButtons } from './linked-buttons.ts'
import type { LinkedFailure } from './linked-failure.ts'
import { passwordField, passwordScript } from './password-field.ts'
import { providerLook } from './provider-look.ts'
import { type Words, words } from './words.ts'

export type SignInFailure =
  | { kind: 'wrong' | 'missing' }
  /** Strangers are those in whose browser nobody has signed in to this login before. */
  | { kind: 'tooMany' | 'tooManyStrangers'; seconds: number }
  | ({ kind: 'through' } & LinkedFailure)

export type SignInPage = {
  language: Locale
  home: string
  /** The address of this page: its forms go there too. */
  action: string
  /** What was typed before. The password is not given back. */
  login: string
  failure: SignInFailure | null
  /** Why the application asks to sign in again, where it knows. */
  ended: SessionEnd | null
  linkNames: readonly string[]
  demo: { sections: readonly DemoSection[]; password: string } | null
}

const art = new Markup(
  '<svg viewBox="0 0 480 480" aria-hidden="true" preserveAspectRatio="xMaxYMin slice"><g fill="none" stroke="#1f0f00" stroke-opacity=".14" stroke-width="1.5"><path d="M480 40 330 100v120l150 60M330 100l150 60M330 220l-110-44V64l110-44 150 60"/></g><path d="m480 160-150-60v120l150 60z" fill="#ff9b3d"/><path d="m330 100 150-60v120z" fill="#ffb566"/><path d="m330 100-110-36v112l110 44z" fill="#ff9b3d" fill-opacity=".55"/><g fill="#1f0f00"><circle cx="220" cy="64" r="7" fill-opacity=".86"/><circle cx="330" cy="220" r="4" fill-opacity=".5"/></g></svg>',
)

export function signInPage({ language, home, action, login, failure, ended, linkNames, demo }: SignInPage): string {
  const say = words[language]
  const isAboutFields = failure?.kind === 'wrong' || failure?.kind === 'missing'
  const invalid = isAboutFields && new Markup(' aria-invalid="true" aria-describedby="failure"')
  const focusLogin = login === '' && new Markup(' autofocus')
  const focusPassword = login !== '' && new Markup(' autofocus')
  return framed({
    language,
    title: say.signIn,
    home,
    inLanguage: (other) => `${action}?lang=${other}`,
    main: html`<div class="card signing">
<div class="cover">${art}<p>${say.promise}</p></div>
<div class="body">
<h1>${say.signIn}</h1>
${failure ? alertPart(textOf(failure, say)) : ended && notePart(say.ended[ended])}
<form method="post" action="${action}">
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="login">${say.login}</label>
<input id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${focusLogin}${invalid}></div>
${passwordField({ label: say.password, autocomplete: 'current-password', attributes: html`${focusPassword}${invalid}`, say })}
<a class="forgot" href="${action}/recovery?lang=${language}">${say.forgot}</a>
<button class="button primary">${say.submit}</button>
</form>
${passwordScript}
${linkedButtons({ names: linkNames, action, language })}
<form method="post" action="${action}"><button class="button quiet" name="cancel" value="yes">${say.cancel}</button></form>
</div>
</div>
${demo && demoPart(demo, { language, action, say })}`,
  })
}

function textOf(failure: SignInFailure, say: Words): string {
  if ('seconds' in failure) return say[failure.kind](Math.ceil(failure.seconds / 60))
  if (failure.kind === 'through') return say.through[failure.reason](providerLook(failure.name).name)
  return say[failure.kind]
}

function demoPart(
  { sections, password }: NonNullable<SignInPage['demo']>,
  { language, action, say }: { language: Locale; action: string; say: Words },
): Markup {
  return html`<section class="demo" aria-labelledby="demo">
<h2 id="demo">${say.demo}</h2>
<p>${say.demoHint} ${say.demoPassword} <code>${password}</code></p>
<form method="post" action="${action}">
<input type="hidden" name="lang" value="${language}">
${sections.map(
  ({ kind, people }) => html`<h3>${say.kinds[kind]}</h3>
<ul class="people">${people.map((person) => personPart(person, { kind, language }))}</ul>`,
)}
</form>
</section>`
}

function personPart(person: DemoPerson, { kind, language }: { kind: DemoSection['kind']; language: Locale }): Markup {
  return html`<li><button class="person" name="demo" value="${person.login}"><span class="face ${kind}" aria-hidden="true">${person.initials}</span><span><b>${person.title[language]}</b><small lang="ru">${person.name}</small></span></button></li>`
}
