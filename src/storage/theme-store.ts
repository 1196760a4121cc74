import type { Theme } from '#contract/enumerations.ts'
import { readTheme, saveTheme } from './preferences.ts'

export type ThemeStore = ReturnType<typeof createThemeStore>

/** The theme chosen on this device, for all controls that show it. */
export function createThemeStore(shownDocument: () => Document) {
  const listeners = new Set<() => void>()
  return {
    read: readTheme,
    choose(theme: Theme): void {
      saveTheme(shownDocument(), theme)
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
