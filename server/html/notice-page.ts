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
  const messages = pageMessages[language]
  const wayOn = notice === 'notFound' ? messages.back : messages.again
  return card({
    language,
    site,
    title: messages[notice],
    hint: messages[`${notice}Hint`],
    actions: html`<a class="button primary" href="${site.home}">${wayOn}</a>`,
  })
}

/**
 * Shown only if the application did not identify the user. `form` is oidc-provider's own form with its CSRF
 * token.
 */
export function signOutPage({ language, site, form }: { language: Locale; site: PageSite; form: string }): string {
  const messages = pageMessages[language]
  return card({
    language,
    site,
    title: messages.leaveQuestion,
    hint: messages.leaveHint,
    actions: html`${new Markup(form)}
<button class="button primary" form="op.logoutForm" name="logout" value="yes">${messages.leaveSubmit}</button>
<button class="button quiet" form="op.logoutForm">${messages.stay}</button>`,
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
  const messages = pageMessages[language]
  const about = categories.map((category) => messages.unsubscribeAbout[category]).join(', ')
  const settings = (importance: 'primary' | 'quiet') =>
    html`<a class="button ${importance}" href="/profile?section=notifications">${messages.unsubscribeSettings}</a>`
  if (state === 'question')
    return card({
      language,
      site,
      title: messages.unsubscribeQuestion,
      hint: messages.unsubscribeHint(about),
      actions: html`<form method="post"><button class="button primary">${messages.unsubscribe}</button></form>${settings('quiet')}`,
    })
  const [title, hint] =
    state === 'done'
      ? [messages.unsubscribed, messages.unsubscribedHint(about)]
      : [messages.unsubscribeLost, messages.unsubscribeLostHint]
  return card({ language, site, title, hint, actions: settings('primary') })
}

type AutopayStop = {
  language: Locale
  site: PageSite
  /** Null for a link that is lost. */
  autopay: { contractId: string; number: string; card: string | null; isOnForOther: boolean } | null
  state: 'question' | 'done'
}

/** The question of a link that stops automatic payments, and what was done. */
export function autopayStopPage({ language, site, autopay, state }: AutopayStop): string {
  const messages = pageMessages[language]
  if (autopay === null)
    return card({
      language,
      site,
      title: messages.unsubscribeLost,
      hint: messages.autopayStopLostHint,
      actions: html`<a class="button primary" href="/contracts-and-payments">${messages.autopayContracts}</a>`,
    })
  const { number, card: digits, contractId, isOnForOther } = autopay
  const contract = (importance: 'primary' | 'quiet') =>
    html`<a class="button ${importance}" href="/contracts-and-payments/${contractId}">${messages.autopayContract}</a>`
  if (state === 'question')
    return card({
      language,
      site,
      title: messages.autopayStopQuestion,
      hint: messages.autopayStopHint(number, digits ?? ''),
      actions: html`<form method="post"><button class="button primary">${messages.autopayStop}</button></form>${contract('quiet')}`,
    })
  return card({
    language,
    site,
    title: messages.autopayStopped,
    hint: isOnForOther ? messages.autopayOfOtherHint(number) : messages.autopayStoppedHint(number),
    actions: contract('primary'),
  })
}

type Ended = { language: Locale; site: PageSite; ended: SessionEnd; signIn: string; elsewhere: string }

/** Page of the application, for issuers whose sign-in page cannot show the reason. */
export function sessionEndedPage({ language, site, ended, signIn, elsewhere }: Ended): string {
  const messages = pageMessages[language]
  return card({
    language,
    site,
    title: messages.endedTitle,
    hint: messages.ended[ended],
    actions: html`<a class="button primary" href="${signIn}">${messages.submit}</a>
<a class="button quiet" href="${elsewhere}">${messages.cancel}</a>`,
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
