import { createHash } from 'node:crypto'
import type { Locale } from '#contract/enumerations.ts'
import { html, Markup, passwordScriptSource } from './markup.ts'
import { pageMessages } from './messages.ts'
import { stylesheet } from './stylesheet.ts'

export type PageLayout = {
  language: Locale
  title: string
  /** URL of the application, for the logo. */
  home: string
  /** URL of this page in another language, if it can be requested with GET. */
  inLanguage?: ((language: Locale) => string) | undefined
  main: Markup
}

const logo = new Markup(
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#fd7e14"/><path d="m7 11 9-3.6 9 3.6v11.2l-9 3.6-9-3.6zm0 0 9 3.6 9-3.6m-9 3.6v11.2" fill="none" stroke="#1f0f00" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)

const languageNames: Record<Locale, string> = { ru: 'Рус', en: 'Eng' }

export function renderPage({ language, title, home, inLanguage, main }: PageLayout): string {
  const { product } = pageMessages[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${product}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(stylesheet)}</style>
</head>
<body>
<header>
<a class="brand" href="${home}">${logo}${product}</a>
${inLanguage && languageSwitch(language, inLanguage)}
</header>
<main>${main}</main>
</body>
</html>`.text
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

const styleHash = createHash('sha256').update(stylesheet).digest('base64')

/** Headers of every response. */
export function pageHeaders(home: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(new URL(home).origin),
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
function contentSecurityPolicy(applicationOrigin: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `script-src ${passwordScriptSource}`,
    'img-src data:',
    `form-action 'self' ${applicationOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
