/** Key prefix of drafts (`src/storage/drafts.ts`). */
export const draftPrefix = 'draft_'

/** Key prefix of form values (`src/storage/form-persistence.ts`). */
export const formPrefix = 'typed_'

/** Deletes all drafts and form values of this device. Called on sign-out. */
export function clearStoredTexts(browser: Window): void {
  try {
    for (const storage of [browser.localStorage, browser.sessionStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith(draftPrefix) || name.startsWith(formPrefix)) storage.removeItem(name)
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}
