import type { Locale } from '#contract/enumerations.ts'
import { nameLength } from '#contract/limits.ts'
import { errorAlert, html, infoNote, Markup, passwordField, passwordScript } from '#server/html/markup.ts'
import { pageMessages } from '#server/html/messages.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { recoveryMessages } from '#server/idp/recovery/recovery-messages.ts'
import type { PersonName } from './accept-invitation.ts'

const ru = {
  title: 'Добро пожаловать',
  lead: 'Школа открыла вам личный кабинет. Придумайте пароль, с ним вы будете входить.',
  signInWith: (name: string) => `Входить нужно с именем: ${name}.`,
  password: 'Пароль',
  firstName: 'Имя',
  lastName: 'Фамилия',
  badName: 'Напишите имя и фамилию: буквы, дефис, апостроф, точка и пробел.',
  save: 'Сохранить и войти',
  replaces: (name: string) =>
    `Сейчас в этом браузере открыт кабинет другого человека: ${name}. Когда вы сохраните пароль, вместо него откроется ваш.`,
  again: 'Войти с паролем',
  used: {
    title: 'Ссылка уже сработала',
    hint: 'По этой ссылке пароль уже задан. Войдите с ним, а если забыли, восстановите его на странице входа.',
  },
  expired: {
    title: 'Срок ссылки вышел',
    hint: 'Ссылка действует 72 часа. Попросите школу отправить приглашение ещё раз.',
  },
  revoked: {
    title: 'Ссылка больше не действует',
    hint: 'Школа отозвала её или отправила новую. Откройте последнее письмо или СМС либо попросите приглашение ещё раз.',
  },
  unknown: {
    title: 'Такой ссылки нет',
    hint: 'Проверьте, что ссылка скопирована целиком, или попросите школу отправить приглашение ещё раз.',
  },
}

const en: typeof ru = {
  title: 'Welcome',
  lead: 'The school has opened an account for you. Choose a password to sign in with.',
  signInWith: (name) => `You will sign in as ${name}.`,
  password: 'Password',
  firstName: 'First name',
  lastName: 'Last name',
  badName: 'Write the first and last name: letters, hyphens, apostrophes, dots and spaces.',
  save: 'Save and sign in',
  replaces: (name) =>
    `Another person is signed in in this browser: ${name}. When you save the password, your account opens instead.`,
  again: 'Sign in with the password',
  used: {
    title: 'This link has been used',
    hint: 'A password has been set by this link. Sign in with it, or recover it on the sign-in page.',
  },
  expired: {
    title: 'This link has expired',
    hint: 'The link works for 72 hours. Ask the school to send the invitation again.',
  },
  revoked: {
    title: 'This link no longer works',
    hint: 'The school has withdrawn it or sent a new one. Open the latest message, or ask for another invitation.',
  },
  unknown: {
    title: 'There is no such link',
    hint: 'Check that the link was copied completely, or ask the school to send the invitation again.',
  },
}

const texts: Record<Locale, typeof ru> = { ru, en }

type Page = { language: Locale; site: PageSite }
export type InvitationProblem = 'short' | 'common' | 'name'

/**
 * The form for the first password. `name` is what the person signs in with; `person` is asked where the school knows no
 * name; `signedIn` is the name of another person whose session this browser has.
 */
export function invitationPage({
  language,
  site,
  name,
  person,
  problem,
  signedIn,
}: Page & {
  name: string
  person: PersonName | null
  problem: InvitationProblem | null
  signedIn: string | null
}): string {
  const messages = texts[language]
  const { rules, failures } = recoveryMessages[language]
  const isBadPassword = problem !== null && problem !== 'name'
  const attributes = html`${person === null && new Markup(' autofocus')} aria-describedby="${isBadPassword ? 'failure hint' : 'hint'}"${isBadPassword && new Markup(' aria-invalid="true"')}`
  return renderPage({
    language,
    site,
    title: messages.title,
    inLanguage: (other) => `?lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${messages.title}</h1><p class="intro">${messages.lead}</p>
<p>${messages.signInWith(name)}</p>
${signedIn && infoNote(messages.replaces(signedIn))}
${problem && errorAlert(problem === 'name' ? messages.badName : failures[problem])}
<form method="post"><input type="hidden" name="lang" value="${language}">
<input class="visually-hidden" name="username" value="${name}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${person && nameFields(person, messages, problem === 'name')}
${passwordField({ label: messages.password, autocomplete: 'new-password', attributes, hint: rules, messages: pageMessages[language] })}
<button class="button primary">${messages.save}</button>
</form>
${passwordScript}
</div></div>`,
  })
}

function nameFields({ firstName, lastName }: PersonName, messages: typeof ru, isBad: boolean): Markup {
  const invalid = isBad && new Markup(' aria-invalid="true" aria-describedby="failure"')
  return html`<div class="field"><label for="first-name">${messages.firstName}</label>
<input id="first-name" name="firstName" value="${firstName}" autocomplete="given-name" maxlength="${nameLength}" required autofocus${invalid}></div>
<div class="field"><label for="last-name">${messages.lastName}</label>
<input id="last-name" name="lastName" value="${lastName}" autocomplete="family-name" maxlength="${nameLength}" required${invalid}></div>`
}

/** Why the link cannot be used. */
export function invitationNotice({
  language,
  site,
  notice,
}: Page & { notice: 'used' | 'expired' | 'revoked' | 'unknown' }): string {
  const messages = texts[language]
  const { title, hint } = messages[notice]
  const action = notice === 'used' ? messages.again : pageMessages[language].back
  return renderPage({
    language,
    site,
    title,
    main: html`<div class="card notice"><div class="body"><h1>${title}</h1><p class="intro">${hint}</p><a class="button primary" href="${site.home}">${action}</a></div></div>`,
  })
}
