import type { Locale } from '#contract/enumerations.ts'
import { codeLength } from '#contract/limits.ts'
import { errorAlert, html, initialsOf, Markup, passwordField, passwordScript } from '#server/html/markup.ts'
import { pageMessages } from '#server/html/messages.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import {
  type RecoveryFailure,
  type RecoveryMessages,
  recoveryFailureMessage,
  recoveryMessages,
} from './recovery-messages.ts'

type Page = {
  language: Locale
  site: PageSite
  /** URL of the sign-in page that recovery started from. */
  signIn: string
  failure: RecoveryFailure | null
}

export function recoveryNamePage({ name, ...page }: Page & { name: string }): string {
  const messages = recoveryMessages[page.language]
  return card(page, {
    step: '',
    title: messages.title,
    lead: messages.hint,
    form: html`<div class="field"><label for="name">${pageMessages[page.language].login}</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${described(page)}></div>
<button class="button primary">${messages.getCode}</button>`,
  })
}

export function recoveryCodePage({ name, isLogin, ...page }: Page & { name: string; isLogin: boolean }): string {
  const messages = recoveryMessages[page.language]
  const root = `${page.signIn}/recovery`
  return card(page, {
    step: '/code',
    title: messages.codeTitle,
    lead: isLogin ? `${messages.sent(name)} ${messages.whither}` : messages.sent(name),
    form: html`<div class="field"><label for="code">${messages.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="${codeLength + 4}" required autofocus${described(page)}></div>
<button class="button primary">${messages.goOn}</button>`,
    more: html`<section class="no-code" aria-labelledby="no-code"><h2 id="no-code">${messages.noCode}</h2><p class="hint">${messages.noCodeHint}</p>
<ul class="rows">
<li><form method="post" action="${root}/code"><input type="hidden" name="lang" value="${page.language}"><button class="row onward" name="again" value="yes">${wayPart(messages.again, name)}</button></form></li>
<li><a class="row onward" href="${root}?lang=${page.language}">${wayPart(messages.other, messages.otherHint)}</a></li>
<li><a class="row onward" href="${page.signIn}?lang=${page.language}">${wayPart(messages.toSignIn, messages.toSignInHint)}</a></li>
</ul></section>`,
    isSignInOffered: false,
  })
}

function wayPart(title: string, hint: string): Markup {
  return html`<span><b>${title}</b><small>${hint}</small></span>`
}

type RecoverablePerson = { subject: string; name: string }

export function recoveryPasswordPage({
  name,
  people,
  chosen,
  ...page
}: Page & { name: string; people: readonly RecoverablePerson[]; chosen: string }): string {
  const messages = recoveryMessages[page.language]
  const isFault = page.failure?.kind === 'short' || page.failure?.kind === 'common'
  const attributes = html` autofocus aria-describedby="${isFault ? 'failure hint' : 'hint'}"${isFault && new Markup(' aria-invalid="true"')}`
  return card(page, {
    step: '/password',
    title: messages.passwordTitle,
    lead: messages.passwordHint,
    // Password managers store the password under this name.
    form: html`<input class="visually-hidden" name="username" value="${name}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${people.length > 1 && peoplePart(people, chosen, messages)}
${passwordField({ label: messages.password, autocomplete: 'new-password', attributes, hint: messages.rules, messages: pageMessages[page.language] })}
<button class="button primary">${messages.save}</button>`,
    more: passwordScript,
  })
}

function peoplePart(people: readonly RecoverablePerson[], chosen: string, messages: RecoveryMessages): Markup {
  return html`<fieldset class="account-choice"><legend>${messages.whose}</legend><ul class="rows">${people.map(
    ({ subject, name }) =>
      html`<li><label class="row"><span class="avatar special" aria-hidden="true">${initialsOf(name)}</span><span lang="ru"><b>${name}</b></span><input type="radio" name="subject" value="${subject}" required${subject === chosen && new Markup(' checked')}></label></li>`,
  )}</ul></fieldset>`
}

function card(
  { language, site, signIn, failure }: Page,
  {
    step,
    title,
    lead,
    form,
    more,
    isSignInOffered = true,
  }: { step: string; title: string; lead: string; form: Markup; more?: Markup; isSignInOffered?: boolean },
): string {
  const messages = recoveryMessages[language]
  const action = `${signIn}/recovery${step}`
  return renderPage({
    language,
    site,
    title,
    inLanguage: (other) => `${action}?lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${title}</h1><p class="intro">${lead}</p>
${failure && errorAlert(recoveryFailureMessage(failure, messages))}
<form method="post" action="${action}"><input type="hidden" name="lang" value="${language}">
${form}
</form>
${more}
${isSignInOffered && html`<a class="button quiet" href="${signIn}?lang=${language}">${messages.toSignIn}</a>`}
</div></div>`,
  })
}

function described({ failure }: Page): Markup | false {
  return failure !== null && new Markup(' aria-invalid="true" aria-describedby="failure"')
}
