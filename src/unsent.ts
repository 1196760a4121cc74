/** How the names begin under which drafts are kept (`src/drafts.ts`). */
export const draftPrefix = 'draft_'

/** How the names begin under which open forms keep what is typed (`src/typed-text.ts`). */
export const typedPrefix = 'typed_'

/** Whoever signs out leaves no text behind on the device. */
export function forgetTexts(browser: Window): void {
  try {
    for (const storage of [browser.localStorage, browser.sessionStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith(draftPrefix) || name.startsWith(typedPrefix)) storage.removeItem(name)
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}
