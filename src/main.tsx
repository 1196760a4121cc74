import './app.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { createEarlyFetch, readBoot } from './boot.ts'
import { createClock } from './clock.ts'
import { createApp } from './create-app.tsx'
import { recallLocale, recallRoleGroup } from './remembered.ts'
import { answeringAfter, takeOver } from './take-over.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
const boot = readBoot(document)
const drawn = Promise.withResolvers<void>()
const fetch = createEarlyFetch(window)
const app = createApp({
  boot,
  recallRoleGroup,
  locale: recallLocale(),
  history: createBrowserHistory(),
  clock: createClock(window, boot?.now),
  // Without a painted page the first drawing itself waits for answers.
  fetch: root.dataset.painted === undefined ? fetch : answeringAfter(drawn, fetch),
  onDrawn: drawn.resolve,
})
app.attach(window)
await takeOver(root, await app.start(), app.router)
// What the document would say if this had never been reached.
document.getElementById('unfinished')?.remove()
await drawn.promise
const { early } = window
window.early = null
if (early?.size) await (await import('./early-deeds.ts')).redo(early)
