import { createHash } from 'node:crypto'
import type { Locale } from '#contract/enumerations.ts'
import { html, Markup } from './html.ts'
import { passwordScriptSource } from './password-field.ts'
import { style } from './style.ts'
import { words } from './words.ts'

export type Frame = {
  language: Locale
  title: string
  /** Where the application lives, for the logo. */
  home: string
  /** The address of this page in another language, where it can be asked for again. */
  inLanguage?: ((language: Locale) => string) | undefined
  main: Markup
}

const logo = new Markup(
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#fd7e14"/><path d="m7 11 9-3.6 9 3.6v11.2l-9 3.6-9-3.6zm0 0 9 3.6 9-3.6m-9 3.6v11.2" fill="none" stroke="#1f0f00" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)

const languageNames: Record<Locale, string> = { ru: 'Рус', en: 'Eng' }

export function framed({ language, title, home, inLanguage, main }: Frame): string {
  const { product } = words[language]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${product}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
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
  return html`<nav class="languages" aria-label="${words[current].languages}">${links}</nav>`
}

const styleHash = createHash('sha256').update(style).digest('base64')

/** Of every answer. */
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
 * One script, which shows a password as it is typed; nothing waits for it. Browsers hold `form-action` against every redirect that follows a form, and signing in ends at
 * the application, hence its origin.
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
