import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/enumerations.ts'

/** The language of an answer: what the browser app says in `Accept-Language` (D-29), else the remembered one. */
export function languageOf(request: FastifyRequest): Locale {
  return wantedLanguage(request) ?? languageOfPage(request)
}

/** What the person reads at this device: a call says what the app speaks, a page is asked for by the browser. */
export function languageInUse(request: FastifyRequest): Locale {
  return request.routeOptions.config.call ? languageOf(request) : languageOfPage(request)
}

/** The language of a page: the one remembered on the device, else the first that the browser asks for (D-29). */
export function languageOfPage(request: FastifyRequest): Locale {
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
