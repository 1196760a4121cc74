import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/enumerations.ts'

/** Language of an API response: `Accept-Language` of the app (D-29), else that of the page. */
export function requestLanguage(request: FastifyRequest): Locale {
  return wantedLanguage(request) ?? pageLanguage(request)
}

/** Language shown to the user: of the app for API calls, of the page otherwise. */
export function displayLanguage(request: FastifyRequest): Locale {
  return request.routeOptions.config.call ? requestLanguage(request) : pageLanguage(request)
}

/** Language of a page: cookie, else the browser's preference (D-29). */
export function pageLanguage(request: FastifyRequest): Locale {
  const { lang } = request.cookies
  return isLocale(lang) ? lang : (wantedLanguage(request) ?? 'ru')
}

function wantedLanguage({ headers }: FastifyRequest): Locale | undefined {
  return headers['accept-language']
    ?.split(',', 10)
    .map((range) => range.trim().slice(0, 2).toLowerCase())
    .find(isLocale)
}

function isLocale(value: string | undefined): value is Locale {
  return (locales as readonly (string | undefined)[]).includes(value)
}
