/** Key prefix of drafts (`src/storage/drafts.ts`). */
export const draftPrefix = 'draft_'

/** Key prefix of form values (`src/storage/form-persistence.ts`). */
export const formPrefix = 'typed_'

/** Key prefix of recent results of the finder (`src/storage/recent-finds.ts`). */
export const findsPrefix = 'finds_'

/** Key of the mark that stays from a sign-out until the cached answers are deleted (`src/storage/cached-answers.ts`). */
export const deletionPendingKey = 'answers_deletion_pending'

const privatePrefixes = [draftPrefix, formPrefix, findsPrefix]

/** Deletes all drafts, form values and recent results of this device. Called on sign-out. */
export function clearStoredTexts(browser: Window): void {
  try {
    for (const storage of [browser.localStorage, browser.sessionStorage])
      for (const name of Object.keys(storage))
        if (privatePrefixes.some((prefix) => name.startsWith(prefix))) storage.removeItem(name)
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}

/** Hides the cached answers of this device until they are deleted. Unlike IndexedDB it takes effect at once. */
export function hideCachedAnswers(browser: Window): void {
  try {
    browser.localStorage.setItem(deletionPendingKey, '')
  } catch {
    // Storage is blocked: nothing was cached.
  }
}
