import type { Locale } from '#contract/enumerations.ts'
import { html, type Markup, providerBrand } from '#server/html/markup.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'

type Purpose = 'link' | 'signIn'
type Texts = Record<'title' | 'cancel', Record<Purpose, string>> & { hint: (name: string) => string }

const texts: Record<Locale, Texts> = {
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

/** Account selection page of a demo issuer. */
export function demoIssuerPage({
  language,
  site,
  action,
  name,
  purpose,
}: {
  language: Locale
  site: PageSite
  action: string
  name: string
  purpose: Purpose
}): string {
  const { title: titles, hint, cancel } = texts[language]
  const title = titles[purpose]
  return renderPage({
    language,
    title,
    site,
    inLanguage: (other) => `${action}?lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${title}</h1><p class="intro">${hint(providerBrand(name, language).name)}</p>
<form method="post" action="${action}">
<ul class="people choice">${demoIssuerPeople.map(personPart)}</ul>
<button class="button quiet" name="cancel" value="yes">${cancel[purpose]}</button>
</form></div></div>`,
  })
}

function personPart({ login, name, initials }: DemoIssuerPerson): Markup {
  return html`<li><button class="person" name="login" value="${login}"><span class="avatar special" aria-hidden="true">${initials}</span><span><b>${name}</b><small>${login}</small></span></button></li>`
}

export type DemoIssuerPerson = { login: string; name: string; initials: string }

/** Accounts of the demo issuers. */
export const demoIssuerPeople: readonly DemoIssuerPerson[] = [
  { login: 'andrey.morozov', name: 'Андрей Морозов', initials: 'АМ' },
  { login: 'kirill.tarasov', name: 'Кирилл Тарасов', initials: 'КТ' },
  { login: 'olga.sokolova', name: 'Ольга Соколова', initials: 'ОС' },
  { login: 'guest-2035', name: 'Гость 2035', initials: 'Г2' },
]
