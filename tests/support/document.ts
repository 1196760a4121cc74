import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Testing Library cleans up by itself only where test functions are global.
afterEach(cleanup)

// The first visit to a page also compiles it, which a busy machine does not finish within the usual second.
configure({ asyncUtilTimeout: 8_000 })

// jsdom draws nothing, so it cannot scroll; the router asks it to after every navigation.
window.scrollTo = () => undefined
