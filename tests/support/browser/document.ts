import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Testing Library cleans up automatically only if test functions are global.
afterEach(cleanup)

// Each test gets the document of a static host, of which the app reads the language.
afterEach(() => {
  document.documentElement.lang = ''
  document.title = ''
})

// The first visit to a page also compiles it, which takes longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 8_000 })

// jsdom cannot scroll. The router scrolls after every navigation, and a grid after every arrow key.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined

// The text editor reads text rectangles before it scrolls to them.
const nowhere = document.createElement('i')
Range.prototype.getClientRects = () => nowhere.getClientRects()
Range.prototype.getBoundingClientRect = () => nowhere.getBoundingClientRect()

// jsdom has no media queries: pages are rendered for a desktop, and not for print.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query.startsWith('(width >='),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

// jsdom has no layout and no pointer capture: element sizes never change, and no element captures a pointer.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.hasPointerCapture ??= () => false
