import type { Page } from 'playwright'

/** The content of a page, and the node that identifies it: its heading, or its first element. */
type Look = { node: Element | null; texts: string[]; rendered: string | undefined }
type Watching = Window & { look?: () => Look; before?: Look | undefined }

/** A server-rendered page before any script has run, and after hydration. */
export type HydratedPage = {
  /** The screen that the server has rendered; undefined if it left rendering to the browser. */
  rendered: string | undefined
  textsBefore: string[]
  textsAfter: string[]
  isSameNode: boolean
}

/** Records the page after parsing and before any script runs. */
export async function recordRendering(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watching: Watching = window
    watching.look = () => {
      const root = document.getElementById('root')
      const texts: string[] = []
      const walker = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode
        // A virtual list renders the rows below the viewport in the browser.
        const row = parentElement?.closest('[aria-setsize], [aria-rowindex]')
        const isBelow = row != null && row.getBoundingClientRect().top > window.innerHeight
        if (parentElement?.checkVisibility() && !isBelow) texts.push(textContent ?? '')
      }
      return {
        node: root?.querySelector('h1') ?? root?.firstElementChild ?? null,
        texts,
        rendered: root?.dataset.rendered,
      }
    }
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') watching.before = watching.look?.()
    })
  })
}

/** Waits until the recorded page is hydrated. */
export async function hydratedPage(page: Page): Promise<HydratedPage> {
  await page.waitForFunction(() => {
    const node = (window as Watching).look?.().node
    // React adds its own properties to hydrated nodes.
    return node != null && Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
  })
  return page.evaluate(() => {
    const { before, look } = window as Watching
    const after = look?.()
    if (before === undefined || after === undefined) throw new Error('The page was not watched')
    const isSameNode = before.node === after.node
    return { rendered: before.rendered, textsBefore: before.texts, textsAfter: after.texts, isSameNode }
  })
}
