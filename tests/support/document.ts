import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Testing Library cleans up by itself only where test functions are global.
afterEach(cleanup)

// jsdom draws nothing, so it cannot scroll; the router asks it to after every navigation.
window.scrollTo = () => undefined
