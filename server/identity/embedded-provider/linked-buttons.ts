import type { Locale } from '#contract/enumerations.ts'
import { html, type Markup } from './html.ts'
import { providerLook } from './provider-look.ts'
import { words } from './words.ts'

/**
 * Ways in through accounts that are linked. Links and not forms, because browsers hold `form-action` against the
 * redirect that follows a form, and a provider may live anywhere.
 */
export function linkedButtons({
  names,
  action,
  language,
}: {
  names: readonly string[]
  /** The address of the sign-in page. */
  action: string
  language: Locale
}): Markup | null {
  if (names.length === 0) return null
  return html`<section class="through" aria-labelledby="through">
<h2 id="through">${words[language].signInThrough}</h2>
<ul>${names.map((name) => buttonPart(name, `${action}/through/${name}?lang=${language}`))}</ul>
</section>`
}

function buttonPart(provider: string, href: string): Markup {
  const { name, icon } = providerLook(provider)
  const id = `through-${provider}`
  return html`<li><a class="button" id="${id}" aria-labelledby="through ${id}" href="${href}">${icon}${name}</a></li>`
}
