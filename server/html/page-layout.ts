import { createHash } from 'node:crypto'
import type { Locale, Theme } from '#contract/enumerations.ts'
import { html, Markup, passwordScriptSource } from './markup.ts'
import { pageMessages } from './messages.ts'
import { fontPaths } from './page-fonts.ts'
import type { PageSite } from './page-site.ts'

export type PageLayout = {
  language: Locale
  title: string
  site: PageSite
  /** URL of this page in another language, if it can be requested with GET. */
  inLanguage?: ((language: Locale) => string) | undefined
  main: Markup
  /** Address that the browser opens at once. */
  refreshTo?: string
}

const languageNames: Record<Locale, string> = { ru: 'Рус', en: 'Eng' }

export function renderPage({ language, title, site, inLanguage, main, refreshTo }: PageLayout): string {
  const name = site.name[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<meta name="robots" content="noindex">${refreshTo && html`\n<meta http-equiv="refresh" content="0;url=${refreshTo}">`}
<link rel="icon" href="data:,">
${fontPaths.map((path) => html`<link rel="preload" as="font" type="font/woff2" href="${path}" crossorigin>`)}
<style>${new Markup(site.stylesheet)}</style>
</head>
<body>
${site.isTrial && html`<p class="trial">${pageMessages[language].trial}</p>\n`}<header>
<a class="brand" href="${site.home}">${site.logo}${name}</a>
${inLanguage && languageSwitch(language, inLanguage)}
</header>
<main>${main}</main>
</body>
</html>`.text
}

/** A page in the theme that the person has chosen. Without a choice it follows the system. */
export function inTheme(page: string, theme: Theme): string {
  return theme === 'system' ? page : page.replace('<html ', `<html data-theme="${theme}" `)
}

function languageSwitch(current: Locale, inLanguage: (language: Locale) => string): Markup {
  const links = (Object.keys(languageNames) as Locale[]).map(
    (language) =>
      html`<a href="${inLanguage(language)}" lang="${language}" hreflang="${language}"${
        language === current && new Markup(' aria-current="true"')
      }>${languageNames[language]}</a>`,
  )
  return html`<nav class="languages" aria-label="${pageMessages[current].languages}">${links}</nav>`
}

/** Headers of every response. */
export function pageHeaders(site: PageSite): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(site),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

/**
 * Allows one script, which toggles password visibility. Browsers apply `form-action` to redirects after a form too, and
 * a sign-in ends at the application, so its origin is allowed.
 */
function contentSecurityPolicy({ home, stylesheet }: PageSite): string {
  const styleHash = createHash('sha256').update(stylesheet).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `script-src ${passwordScriptSource}`,
    'img-src data:',
    "font-src 'self'",
    `form-action 'self' ${new URL(home).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
