import { draftPrefix } from './unsent.ts'

/** What a draft is of: the person's letter, about one entry of the schedule or about none. */
export type DraftPlace = { userId: string; about: string | null }

type Draft = {
  html: string
  /** What was last tried to be sent, and under which key (D-25). */
  tried?: { contentHtml: string; key: string } | undefined
}

/**
 * Letters that are not sent yet. They stay on this device, for each person apart, until they are sent or somebody signs
 * out; a session that ends by itself leaves them to be found after the next sign-in.
 */
export function createDrafts(browser: () => Window) {
  /** Where the device keeps nothing, they live as long as the page. */
  const unkept = new Map<string, Draft>()

  function read(name: string): Draft | null {
    const held = unkept.get(name)
    if (held !== undefined) return held
    try {
      return JSON.parse(browser().localStorage.getItem(name) ?? 'null') as Draft | null
    } catch {
      return null
    }
  }

  function write(name: string, draft: Draft): void {
    try {
      browser().localStorage.setItem(name, JSON.stringify(draft))
      unkept.delete(name)
    } catch {
      unkept.set(name, draft)
    }
  }

  function remove(name: string): void {
    unkept.delete(name)
    try {
      browser().localStorage.removeItem(name)
    } catch {
      // A device that keeps nothing has nothing to forget.
    }
  }

  return {
    recall: (place: DraftPlace): string => read(nameOf(place))?.html ?? '',
    keep: (place: DraftPlace, html: string) => write(nameOf(place), { ...read(nameOf(place)), html }),
    /** The same for the same content, also after a reload: one that was sent already is not sent twice (D-25). */
    keyOf(place: DraftPlace, contentHtml: string): string {
      const draft = read(nameOf(place)) ?? { html: contentHtml }
      if (draft.tried?.contentHtml === contentHtml) return draft.tried.key
      const key = crypto.randomUUID()
      write(nameOf(place), { ...draft, tried: { contentHtml, key } })
      return key
    },
    /** The server has refused: its answer stays with the key, and another try needs another. */
    dropKey: (place: DraftPlace) => write(nameOf(place), { html: read(nameOf(place))?.html ?? '' }),
    forget: (place: DraftPlace) => remove(nameOf(place)),
  }
}

function nameOf({ userId, about }: DraftPlace): string {
  return `${draftPrefix}${userId}_${about ?? ''}`
}
