import './app.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { fetchAfterHydration, hydrateApp } from '#src/ssr/hydrate.ts'
import { createEarlyFetch, readInitialState } from '#src/ssr/initial-state.ts'
import type { CachedAnswers } from '#src/storage/cached-answers.ts'
import { readLocale, recallClockOffset, recallRoleGroup, saveClockOffset } from '#src/storage/preferences.ts'
import { createClock } from './clock.ts'
import { whenAtRest } from './connection-status.ts'
import { createApp } from './create-app.tsx'
import { isReadableOffline, storedScreens } from './offline/readable-offline.ts'
import { tolerateTranslators } from './page-translators.ts'
import { timeOfDocument, timingFetch } from './server-time.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
// The router cannot read such an address. The server sends the page of unknown addresses for it.
if (!isDecodable(location.pathname)) history.replaceState(history.state, '', '/404')
tolerateTranslators(window)
const initialState = readInitialState(document)
const rendered = Promise.withResolvers<void>()
const clock = createClock(window, {
  stored: { read: () => recallClockOffset(window), save: (offset) => saveClockOffset(window, offset) },
  renderedAt: initialState?.now,
})
const fetch = timingFetch(createEarlyFetch(window), clock.adjust)
if (initialState !== null) clock.adjust(timeOfDocument(window, initialState.now))
// The worker marks the document that it shows without a connection.
const isOffline = document.documentElement.dataset.offline !== undefined
const cached = isOffline ? await readCached() : null
const stored = storedScreens(cached)
if (isOffline && !isReadableOffline(window.location.pathname, stored)) {
  const { showOfflinePage } = await import('./offline/offline-start.tsx')
  await showOfflinePage(window, { root, locale: readLocale(), clock, cached, stored })
  finishStart()
} else {
  const app = createApp({
    initialState,
    cached,
    recallRoleGroup,
    locale: readLocale(),
    history: createBrowserHistory(),
    clock,
    // Without a server-rendered page the first render itself waits for responses.
    fetch: root.dataset.rendered === undefined ? fetch : fetchAfterHydration(rendered, fetch),
    onRendered: rendered.resolve,
  })
  app.attach(window)
  await hydrateApp(root, await app.start(), app, rendered.promise)
  finishStart()
  whenAtRest(window, () => void app.startAtRest())
}

function finishStart(): void {
  // The message of index.html for a bundle that fails to start.
  document.getElementById('unfinished')?.remove()
  document.documentElement.dataset.hydrated = ''
}

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
