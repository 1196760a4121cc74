import type { Page } from 'playwright'

/** What a page shows, and the node that stands for it: its heading, or the first thing of a page without one. */
type Look = { node: Element | null; texts: string[]; painted: string | undefined }
type Watching = Window & { look?: () => Look; before?: Look | undefined }

/** What a painted page was before any script of it ran, and what it is once the browser has taken it over. */
export type TakenOver = {
  /** The screen that the server has painted; undefined where it left the drawing to the browser. */
  painted: string | undefined
  textsBefore: string[]
  textsAfter: string[]
  isSameNode: boolean
}

/** Makes the page remember itself when it has been read and no script of it has run. */
export async function watchTakeOver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watching: Watching = window
    watching.look = () => {
      const root = document.getElementById('root')
      const texts: string[] = []
      const walker = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode
        // Of a list that draws what is in view, what lies below it is the browser's.
        const row = parentElement?.closest('[aria-setsize], [aria-rowindex]')
        const isBelow = row != null && row.getBoundingClientRect().top > window.innerHeight
        if (parentElement?.checkVisibility() && !isBelow) texts.push(textContent ?? '')
      }
      return {
        node: root?.querySelector('h1') ?? root?.firstElementChild ?? null,
        texts,
        painted: root?.dataset.painted,
      }
    }
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') watching.before = watching.look?.()
    })
  })
}

/** Waits until the page that was watched is taken over. */
export async function takenOver(page: Page): Promise<TakenOver> {
  await page.waitForFunction(() => {
    const node = (window as Watching).look?.().node
    // React marks what is its own.
    return node != null && Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
  })
  return page.evaluate(() => {
    const { before, look } = window as Watching
    const after = look?.()
    if (before === undefined || after === undefined) throw new Error('The page was not watched')
    const isSameNode = before.node === after.node
    return { painted: before.painted, textsBefore: before.texts, textsAfter: after.texts, isSameNode }
  })
}
