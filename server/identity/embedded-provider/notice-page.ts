import type { Locale } from '#contract/enumerations.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import { framed } from './frame.ts'
import { html, Markup } from './html.ts'
import { words } from './words.ts'

export type Notice = 'expired' | 'notFound' | 'refused' | 'crowded' | 'failed'

/** What went wrong, and the way on. */
export function noticePage({ language, home, notice }: { language: Locale; home: string; notice: Notice }): string {
  const say = words[language]
  const wayOn = notice === 'notFound' ? say.back : say.again
  return card({
    language,
    home,
    title: say[notice],
    hint: say[`${notice}Hint`],
    actions: html`<a class="button primary" href="${home}">${wayOn}</a>`,
  })
}

/** Asked only when the application did not say who signs out (D-4). `form` is oidc-provider's, with its own secret. */
export function signOutPage({ language, home, form }: { language: Locale; home: string; form: string }): string {
  const say = words[language]
  return card({
    language,
    home,
    title: say.leaveQuestion,
    hint: say.leaveHint,
    actions: html`${new Markup(form)}
<button class="button primary" form="op.logoutForm" name="logout" value="yes">${say.leaveSubmit}</button>
<button class="button quiet" form="op.logoutForm">${say.stay}</button>`,
  })
}

type Ended = { language: Locale; home: string; ended: SessionEnd; signIn: string; elsewhere: string }

/** Of the application itself, where the sign-in page is not ours to say it on. */
export function endedPage({ language, home, ended, signIn, elsewhere }: Ended): string {
  const say = words[language]
  return card({
    language,
    home,
    title: say.endedTitle,
    hint: say.ended[ended],
    actions: html`<a class="button primary" href="${signIn}">${say.submit}</a>
<a class="button quiet" href="${elsewhere}">${say.cancel}</a>`,
  })
}

function card({
  language,
  home,
  title,
  hint,
  actions,
}: {
  language: Locale
  home: string
  title: string
  hint: string
  actions: Markup
}): string {
  return framed({
    language,
    home,
    title,
    main: html`<div class="card notice"><div class="body"><h1>${title}</h1><p class="lead">${hint}</p>${actions}</div></div>`,
  })
}
