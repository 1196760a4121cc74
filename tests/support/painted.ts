import type { Page } from 'playwright'

/** What a painted page was before any script of it ran, and what it is once the browser has taken it over. */
export type TakenOver = {
  /** The screen that the server has painted; undefined where it left the drawing to the browser. */
  painted: string | undefined
  textBefore: string[]
  textAfter: string[]
  /** The heading, or the first thing of a page without one, is the node that came with the document. */
  isSameNode: boolean
}

type Watching = Window & { before?: { node: Element | null; text: string; painted: string | undefined } }

/** Opens an address and waits until the page is taken over. Call `watchTakeOver` on the page first. */
export async function takenOver(page: Page): Promise<TakenOver> {
  await page.waitForFunction(() => {
    const node = document.querySelector('#root h1') ?? document.querySelector('#root')?.firstElementChild
    // React marks what is its own.
    return node != null && Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
  })
  return page.evaluate(() => {
    const { before } = window as Watching
    const root = document.getElementById('root')
    const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '')
    return {
      painted: before?.painted,
      textBefore: lines(before?.text),
      textAfter: lines(root?.innerText),
      isSameNode: before != null && before.node === (root?.querySelector('h1') ?? root?.firstElementChild),
    }
  })
}

/** Makes the page remember itself when it has been read and no script of it has run. */
export async function watchTakeOver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const root = document.getElementById('root')
      if (document.readyState !== 'interactive' || root === null) return
      const node = root.querySelector('h1') ?? root.firstElementChild
      ;(window as Watching).before = { node, text: root.innerText, painted: root.dataset.painted }
    })
  })
}
