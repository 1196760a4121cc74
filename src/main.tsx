import './app.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { createEarlyFetch, readBoot } from './boot.ts'
import { createClock } from './clock.ts'
import { createApp } from './create-app.tsx'
import { recallLocale, recallRoleGroup } from './remembered.ts'
import { takeOver } from './take-over.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
const boot = readBoot(document)
const app = createApp({
  boot,
  recallRoleGroup,
  locale: recallLocale(),
  history: createBrowserHistory(),
  clock: createClock(window, boot?.now),
  fetch: createEarlyFetch(window),
})
app.attach(window)
await takeOver(root, await app.start(), app.router)
