import type { Locale } from '#contract/enumerations.ts'
import { framed } from './frame.ts'
import { html, type Markup } from './html.ts'
import { type LinkablePerson, linkablePeople } from './linkable-people.ts'
import { providerLook } from './provider-look.ts'

type Purpose = 'link' | 'signIn'
type Words = Record<'title' | 'cancel', Record<Purpose, string>> & { hint: (name: string) => string }

const words: Record<Locale, Words> = {
  ru: {
    title: { link: 'Какой аккаунт привязать?', signIn: 'С каким аккаунтом войти?' },
    hint: (name) => `Это учебный сервис под именем «${name}»: люди вымышлены, пароль не нужен.`,
    cancel: { link: 'Вернуться без привязки', signIn: 'Вернуться без входа' },
  },
  en: {
    title: { link: 'Which account to link?', signIn: 'Which account to sign in with?' },
    hint: (name) =>
      `This is an invented service by the name of “${name}”: its people are invented and need no password.`,
    cancel: { link: 'Go back without linking', signIn: 'Go back without signing in' },
  },
}

/** Where one chooses who one is at a provider whose accounts can be linked in the demo. */
export function linkablePage({
  language,
  home,
  action,
  name,
  purpose,
}: {
  language: Locale
  home: string
  action: string
  name: string
  purpose: Purpose
}): string {
  const { title: titles, hint, cancel } = words[language]
  const title = titles[purpose]
  return framed({
    language,
    title,
    home,
    inLanguage: (other) => `${action}?lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${title}</h1><p class="lead">${hint(providerLook(name).name)}</p>
<form method="post" action="${action}">
<ul class="people choice">${linkablePeople.map(personPart)}</ul>
<button class="button quiet" name="cancel" value="yes">${cancel[purpose]}</button>
</form></div></div>`,
  })
}

function personPart({ login, name, initials }: LinkablePerson): Markup {
  return html`<li><button class="person" name="login" value="${login}"><span class="face special" aria-hidden="true">${initials}</span><span><b>${name}</b><small>${login}</small></span></button></li>`
}
