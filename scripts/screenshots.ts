import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumArguments, headlessPath } from '#tests/support/browser/chromium.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { startServer } from '#tests/support/server/server-process.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { runInherited } from './run-command.ts'

// Takes the screenshots of README.md, all or the named ones, from the demo.
const desktop = { width: 1440, height: 900 }
const phone = { width: 375, height: 812 }
const screenshots = [
  { name: 'home', path: '/home-page', login: 'parent', viewport: desktop },
  { name: 'contracts', path: '/contracts-and-payments', login: 'family', viewport: desktop },
  { name: 'schedule', path: '/schedule', login: 'family', viewport: desktop },
  { name: 'schedule-phone', path: '/schedule', login: 'family', viewport: phone },
  { name: 'contracts-phone', path: '/contracts-and-payments', login: 'family', viewport: phone },
  { name: 'events-phone', path: '/events', login: 'family', viewport: phone },
] as const
const folder = 'docs/pictures'
const selectedNames = process.argv.slice(2)

if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)
mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ executablePath: headlessPath(), args: chromiumArguments })
const sessions = { parent: await newSession(server, 'parent'), family: await newSession(server, 'family') }
for (const { name, path, login, viewport } of screenshots) {
  if (selectedNames.length > 0 && !selectedNames.includes(name)) continue
  const isMobile = viewport === phone
  const context = await browser.newContext({ viewport, isMobile, locale: 'ru-RU', timezoneId: 'Europe/Moscow' })
  await context.addCookies([sessions[login]])
  const page = await context.newPage()
  await page.goto(server.address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  // Icons are loaded last.
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  console.log(`${folder}/${name}.png`)
  await context.close()
}
await browser.close()
await server.stop()
