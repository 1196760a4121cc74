import type { Locale } from '#contract/enumerations.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { pageMessages } from '#server/html/messages.ts'
import { providerBrand } from '#server/html/provider-brand.ts'

/**
 * Sign-in buttons for linked accounts. They are links, not forms, because browsers apply `form-action` to the redirect
 * after a form and a provider may have any origin.
 */
export function linkedSignInButtons({
  names,
  action,
  language,
}: {
  names: readonly string[]
  /** URL of the sign-in page. */
  action: string
  language: Locale
}): Markup | null {
  if (names.length === 0) return null
  return html`<section class="through" aria-labelledby="through">
<h2 id="through">${pageMessages[language].signInThrough}</h2>
<ul>${names.map((name) => buttonPart(name, `${action}/through/${name}?lang=${language}`))}</ul>
</section>`
}

function buttonPart(provider: string, href: string): Markup {
  const { name, icon } = providerBrand(provider)
  const id = `through-${provider}`
  return html`<li><a class="button" id="${id}" aria-labelledby="through ${id}" href="${href}">${icon}${name}</a></li>`
}
