import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/enumerations.ts'

/** Language of an API response: `Accept-Language` of the app (D-29), else that of the page. */
export function requestLanguage(request: FastifyRequest): Locale {
  return firstSupported([request.headers['accept-language']]) ?? pageLanguage(request)
}

/** Language shown to the user: of the app for API calls, of the page otherwise. */
export function displayLanguage(request: FastifyRequest): Locale {
  return request.routeOptions.config.call ? requestLanguage(request) : pageLanguage(request)
}

/** Language of a page: cookie, else the browser's preference. */
export function pageLanguage({ cookies, headers }: FastifyRequest): Locale {
  return chooseLanguage(cookies.lang, headers['accept-language'])
}

/** The first supported language of several lists of language tags, else Russian. Anything but text is ignored. */
export function chooseLanguage(...lists: readonly unknown[]): Locale {
  return firstSupported(lists) ?? 'ru'
}

function firstSupported(lists: readonly unknown[]): Locale | undefined {
  const tags = lists.flatMap((list) => (typeof list === 'string' ? list.split(/[\s,]+/, 20) : []))
  return tags.flatMap((tag) => locales.filter((locale) => locale === tag.slice(0, 2).toLowerCase()))[0]
}
