import type { Page } from 'playwright/test'

/** The calls whose answers are kept in IndexedDB; null without a person. */
export function cachedCalls(page: Page): Promise<string[] | null> {
  return page.evaluate(
    () =>
      new Promise<string[] | null>((resolve, reject) => {
        const opening = indexedDB.open('personal-account')
        opening.onupgradeneeded = () => opening.result.createObjectStore('answers')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const asked = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          asked.onsuccess = () => {
            opening.result.close()
            const keys = asked.result.map(String)
            resolve(
              keys.includes('person') ? keys.filter((key) => key !== 'person').map((key) => JSON.parse(key)[0]) : null,
            )
          }
        }
      }),
  )
}
