import { cleanup, configure } from '@testing-library/react'
import { createElement } from 'react'
import { afterAll, afterEach, vi } from 'vitest'

// Testing Library cleans up automatically only if test functions are global. Suites of a worker share the document: what a
// test wrote into it without React would be found by the next suite.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

// Suites of a worker share their modules: an import that the end of a suite interrupts would stay failed for the next one.
afterAll(() => vi.dynamicImportSettled())

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

// jsdom has no layout and no pointer capture: element sizes never change, nothing comes into view, and no element
// captures a pointer.
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.hasPointerCapture ??= () => false

type Shares = { x: number; y: number; width: number; height: number }
type Cropper = {
  image: string
  mediaProps: { onError: () => void }
  onCropAreaChange: (shares: Shares, pixels: Shares) => void
}

// jsdom loads and lays out no picture: the cropper then has nothing to crop.
vi.mock('react-easy-crop', () => ({
  default: ({ image, mediaProps, onCropAreaChange }: Cropper) => {
    const [shares, pixels] = [
      { x: 25, y: 0, width: 50, height: 100 },
      { x: 150, y: 0, width: 300, height: 300 },
    ]
    const onLoad = () => onCropAreaChange(shares, pixels)
    return createElement('img', { src: image, alt: 'Кадр', onError: mediaProps.onError, onLoad })
  },
}))
