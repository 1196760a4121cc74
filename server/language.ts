import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/enumerations.ts'

/** The language of an answer: what the browser app says in `Accept-Language` (D-29), else the remembered one. */
export function languageOf(request: FastifyRequest): Locale {
  const wanted = request.headers['accept-language']
    ?.split(',', 10)
    .map((range) => range.trim().slice(0, 2).toLowerCase())
  return wanted?.find(isLocale) ?? rememberedLanguage(request)
}

/** What the person reads at this device: a page is asked for by the browser, whose own wish is not the app's. */
export function languageInUse(request: FastifyRequest): Locale {
  return request.routeOptions.config.call ? languageOf(request) : rememberedLanguage(request)
}

/** The language remembered on the device; Russian for whoever never chose. */
export function rememberedLanguage(request: FastifyRequest): Locale {
  const { lang } = request.cookies
  return isLocale(lang) ? lang : 'ru'
}

function isLocale(value: string | undefined): value is Locale {
  return (locales as readonly (string | undefined)[]).includes(value)
}
