import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Testing Library cleans up by itself only where test functions are global.
afterEach(cleanup)

// Each test is given the document as a plain host serves it: the app takes its language from there.
afterEach(() => {
  document.documentElement.lang = ''
})

// The first visit to a page also compiles it, which a busy machine does not finish within the usual second.
configure({ asyncUtilTimeout: 8_000 })

// jsdom draws nothing, so it cannot scroll; the router asks it to after every navigation, and a grid after every arrow.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined

// An editor of text asks where its words stand before it scrolls to them.
const nowhere = document.createElement('i')
Range.prototype.getClientRects = () => nowhere.getClientRects()
Range.prototype.getBoundingClientRect = () => nowhere.getBoundingClientRect()

// Nor does it know widths: pages are drawn as on a desk, and never as on paper.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query.startsWith('(width >='),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
