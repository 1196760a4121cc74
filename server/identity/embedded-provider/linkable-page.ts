import type { Locale } from '#contract/enumerations.ts'
import { framed } from './frame.ts'
import { html, type Markup } from './html.ts'
import { type LinkablePerson, linkablePeople } from './linkable-people.ts'

const words: Record<Locale, { title: string; hint: (name: string) => string; cancel: string }> = {
  ru: {
    title: 'Какой аккаунт привязать?',
    hint: (name) => `Это учебный сервис под именем «${name}»: люди вымышлены, пароль не нужен.`,
    cancel: 'Вернуться без привязки',
  },
  en: {
    title: 'Which account to link?',
    hint: (name) =>
      `This is an invented service by the name of “${name}”: its people are invented and need no password.`,
    cancel: 'Go back without linking',
  },
}

/** Where one chooses who one is at a provider whose accounts can be linked in the demo. */
export function linkablePage({
  language,
  home,
  action,
  name,
}: {
  language: Locale
  home: string
  action: string
  name: string
}): string {
  const say = words[language]
  return framed({
    language,
    title: say.title,
    home,
    inLanguage: (other) => `${action}?lang=${other}`,
    main: html`<div class="card notice"><div class="body"><h1>${say.title}</h1><p class="lead">${say.hint(name)}</p>
<form method="post" action="${action}">
<ul class="people choice">${linkablePeople.map(personPart)}</ul>
<button class="button quiet" name="cancel" value="yes">${say.cancel}</button>
</form></div></div>`,
  })
}

function personPart({ login, name, initials }: LinkablePerson): Markup {
  return html`<li><button class="person" name="login" value="${login}"><span class="face special" aria-hidden="true">${initials}</span><span><b>${name}</b><small>${login}</small></span></button></li>`
}
