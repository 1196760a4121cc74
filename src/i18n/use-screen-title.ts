import { useLingui } from '@lingui/react'
import type { Locale } from '#contract/enumerations.ts'
import { type Screen, screens } from '#contract/screens.ts'

/** The title of a screen in the language of the page. */
export function useScreenTitle(): (name: Screen['name']) => string {
  const { i18n } = useLingui()
  return (name) => screens[name].title[i18n.locale as Locale]
}
