import type { Locale, NotificationCategory } from '#contract/enumerations.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import { html, Markup } from './markup.ts'
import { pageMessages } from './messages.ts'
import { renderPage } from './page-layout.ts'
import type { PageSite } from './page-site.ts'

export type NoticePageKind = 'expired' | 'notFound' | 'refused' | 'crowded' | 'busy' | 'failed'

/** Error page with a link to continue. */
export function noticePage({
  language,
  site,
  notice,
}: {
  language: Locale
  site: PageSite
  notice: NoticePageKind
}): string {
  const say = pageMessages[language]
  const wayOn = notice === 'notFound' ? say.back : say.again
  return card({
    language,
    site,
    title: say[notice],
    hint: say[`${notice}Hint`],
    actions: html`<a class="button primary" href="${site.home}">${wayOn}</a>`,
  })
}

/**
 * Shown only if the application did not identify the user (D-4). `form` is oidc-provider's own form with its CSRF
 * token.
 */
export function signOutPage({ language, site, form }: { language: Locale; site: PageSite; form: string }): string {
  const say = pageMessages[language]
  return card({
    language,
    site,
    title: say.leaveQuestion,
    hint: say.leaveHint,
    actions: html`${new Markup(form)}
<button class="button primary" form="op.logoutForm" name="logout" value="yes">${say.leaveSubmit}</button>
<button class="button quiet" form="op.logoutForm">${say.stay}</button>`,
  })
}

type Unsubscribe = {
  language: Locale
  site: PageSite
  state: 'question' | 'done' | 'lost'
  /** Empty for a link that is lost. */
  categories: readonly Exclude<NotificationCategory, 'security'>[]
}

/** The question of a link that stops emails, and what was done. */
export function unsubscribePage({ language, site, state, categories }: Unsubscribe): string {
  const say = pageMessages[language]
  const about = categories.map((category) => say.unsubscribeAbout[category]).join(', ')
  const settings = (importance: 'primary' | 'quiet') =>
    html`<a class="button ${importance}" href="/profile#notifications">${say.unsubscribeSettings}</a>`
  if (state === 'question')
    return card({
      ...{ language, site, title: say.unsubscribeQuestion, hint: say.unsubscribeHint(about) },
      actions: html`<form method="post"><button class="button primary">${say.unsubscribe}</button></form>${settings('quiet')}`,
    })
  const [title, hint] =
    state === 'done' ? [say.unsubscribed, say.unsubscribedHint(about)] : [say.unsubscribeLost, say.unsubscribeLostHint]
  return card({ language, site, title, hint, actions: settings('primary') })
}

type Ended = { language: Locale; site: PageSite; ended: SessionEnd; signIn: string; elsewhere: string }

/** Page of the application, for issuers whose sign-in page cannot show the reason. */
export function sessionEndedPage({ language, site, ended, signIn, elsewhere }: Ended): string {
  const say = pageMessages[language]
  return card({
    language,
    site,
    title: say.endedTitle,
    hint: say.ended[ended],
    actions: html`<a class="button primary" href="${signIn}">${say.submit}</a>
<a class="button quiet" href="${elsewhere}">${say.cancel}</a>`,
  })
}

function card({
  language,
  site,
  title,
  hint,
  actions,
}: {
  language: Locale
  site: PageSite
  title: string
  hint: string
  actions: Markup
}): string {
  return renderPage({
    language,
    site,
    title,
    main: html`<div class="card notice"><div class="body"><h1>${title}</h1><p class="intro">${hint}</p>${actions}</div></div>`,
  })
}
