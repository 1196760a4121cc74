import type { ComponentType } from 'react'
import { screens } from '#contract/screens.ts'
import { lazyPage } from './lazy-page.ts'

type Screens = typeof screens
type ScreenWithSearch = {
  [Name in keyof Screens]: Screens[Name] extends { search: unknown } ? Name : never
}[keyof Screens]

/** The options that all routes of screens have in common: search parameters, the row of the screen, its page. */
export function screenRoute<Name extends ScreenWithSearch>(
  name: Name,
  load: () => Promise<{ default: ComponentType }>,
) {
  const screen: Screens[Name] = screens[name]
  return {
    validateSearch: screen.search as Screens[Name]['search'],
    staticData: screen,
    component: lazyPage(name, load),
  }
}
