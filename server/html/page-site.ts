import type { Locale } from '#contract/enumerations.ts'
import { brandStyles } from '#server/environment/brand-colors.ts'
import type { School } from '#server/environment/read-school.ts'
import { html, Markup } from './markup.ts'
import { pageMessages } from './messages.ts'
import { stylesheet } from './stylesheet.ts'

/** What all pages without the application share: its URL and the brand of the school. */
export type PageSite = {
  /** URL of the application. */
  home: string
  name: Record<Locale, string>
  logo: Markup
  stylesheet: string
  /** Nothing is sent from this server, which its pages say. */
  isTrial: boolean
}

const productLogo = new Markup(
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#fd7e14"/><path d="m7 11 9-3.6 9 3.6v11.2l-9 3.6-9-3.6zm0 0 9 3.6 9-3.6m-9 3.6v11.2" fill="none" stroke="#1f0f00" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)

type SiteEnv = { PUBLIC_URL: string; SCHOOL: School; DELIVERY: boolean }

export function createPageSite({ PUBLIC_URL, SCHOOL, DELIVERY }: SiteEnv): PageSite {
  const { name, logo, color } = SCHOOL
  return {
    home: `${PUBLIC_URL}/`,
    name: name ?? { ru: pageMessages.ru.product, en: pageMessages.en.product },
    // The pages are on another origin, which may not show pictures of the application.
    logo: logo
      ? html`<img src="data:${logo.type};base64,${logo.content.toString('base64')}" alt="" width="32" height="32">`
      : productLogo,
    stylesheet: color ? stylesheet + brandStyles(color) : stylesheet,
    isTrial: !DELIVERY,
  }
}
