import { type Locale, locales } from '#contract/enumerations.ts'

/** Chooses the language of a page: from a link on it, else from `ui_locales`, else from the browser, else Russian. */
export function chooseLanguage({
  asked,
  uiLocales,
  acceptLanguage,
}: {
  asked?: string | undefined
  uiLocales?: string | undefined
  acceptLanguage?: string | undefined
}): Locale {
  const wishes = [asked, ...(uiLocales?.split(' ') ?? []), ...(acceptLanguage?.split(',', 20) ?? [])]
  return wishes.map((wish) => wish?.trim().slice(0, 2).toLowerCase()).find(isLocale) ?? 'ru'
}

function isLocale(tag: string | undefined): tag is Locale {
  return (locales as readonly (string | undefined)[]).includes(tag)
}
