import type { Locale } from '#contract/enumerations.ts'

const words: Record<Locale, { note: string; home: string; profile: string }> = {
  ru: { note: 'Без JavaScript страницы можно только читать.', home: 'Главная', profile: 'Профиль' },
  en: { note: 'Without JavaScript pages can only be read.', home: 'Home', profile: 'Profile' },
}

/**
 * The menu is beside the content on a wide screen; what opens it on a narrow one is a script, so it stands above instead,
 * in as many columns as there is room for.
 */
const styles =
  '.without-script{margin:16px 24px}.without-script a{margin-left:12px;text-decoration:underline}' +
  '@media (width<1023.98px){nav.hidden{display:block;position:static;width:auto;height:auto;padding-block:8px}' +
  'nav.hidden ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(160px,1fr))}:has(>nav.hidden){display:block}}'

/** What stands above a painted page where scripts do not run: what is missing, and the ways on that a script would open. */
export function noscript(language: Locale): string {
  const { note, home, profile } = words[language]
  const links = `<a href="/">${home}</a><a href="/profile">${profile}</a>`
  return `<noscript><style>${styles}</style><p class="without-script">${note}${links}</p></noscript>`
}
