import './app.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createEarlyFetch, readBoot } from './boot.ts'
import { createClock } from './clock.ts'
import { createApp } from './create-app.tsx'
import { recallLocale, recallRoleGroup } from './remembered.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
const app = createApp({
  boot: readBoot(document),
  recallRoleGroup,
  locale: recallLocale(),
  history: createBrowserHistory(),
  clock: createClock(window),
  fetch: createEarlyFetch(window),
})
app.attach(window)
createRoot(root).render(await app.start())
