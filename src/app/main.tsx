import './app.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { fetchAfterHydration, hydrateApp } from '#src/ssr/hydrate.ts'
import { createEarlyFetch, readInitialState } from '#src/ssr/initial-state.ts'
import type { CachedAnswers } from '#src/storage/cached-answers.ts'
import { readLocale, recallRoleGroup } from '#src/storage/preferences.ts'
import { createClock } from './clock.ts'
import { whenAtRest } from './connection-status.ts'
import { createApp } from './create-app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
// The router cannot read such an address. The server sends the page of unknown addresses for it.
if (!isDecodable(location.pathname)) history.replaceState(history.state, '', '/404')
const initialState = readInitialState(document)
const rendered = Promise.withResolvers<void>()
const fetch = createEarlyFetch(window)
// The worker marks the document that it shows without a connection.
const cached = document.documentElement.dataset.offline === undefined ? null : await readCached()
const app = createApp({
  initialState,
  cached,
  recallRoleGroup,
  locale: readLocale(),
  history: createBrowserHistory(),
  clock: createClock(window, initialState?.now),
  // Without a server-rendered page the first render itself waits for responses.
  fetch: root.dataset.rendered === undefined ? fetch : fetchAfterHydration(rendered, fetch),
  onRendered: rendered.resolve,
})
app.attach(window)
await hydrateApp(root, await app.start(), app, rendered.promise)
// The message of index.html for a bundle that fails to start.
document.getElementById('unfinished')?.remove()
document.documentElement.dataset.hydrated = ''
whenAtRest(window, () => void app.startAtRest())

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}

async function readCached(): Promise<CachedAnswers | null> {
  try {
    return await (await import('#src/storage/cached-answers.ts')).readCachedAnswers(Date.now())
  } catch {
    return null
  }
}
