import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { listCourses } from '#contract/enrolment/catalog.ts'
import { listContracts } from '#contract/enrolment/contracts.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { holdLongTimers } from '#tests/model-runner/browser/fake-timers.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { buildBareStack } from './bare-stack.ts'
import { hostReference } from './reference-host.ts'
import { screensOf } from './screens.ts'
import { shiftsOf, totalShift } from './shifts.ts'
import { desk, openUntilRest, type Transfer } from './transfer.ts'

/** `shift` is the layout shift without input. */
type Opened = Transfer & { shift: number }
type Weight = Opened & { screen: string }
type Cookies = Awaited<ReturnType<typeof newSession>>[]

const atOnce = 4

/** The transfer size and the layout shift of every screen of the demo school, each with an empty cache. */
export async function weighScreens(browser: Browser, server: ServerProcess): Promise<Weight[]> {
  const cookiesOf = rememberingSessions(server)
  const weights: Weight[] = []
  const course = await courseOf(server)
  const waiting = screensOf({
    'contracts-and-payments-detail': await contractOf(server, await cookiesOf('family')),
    'catalog-course': course,
    purchase: course,
  })
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { screen, login, address, restsAt } = next
      const cookies = login === null ? [] : await cookiesOf(login)
      const { restedAt, ...transfer } = await weigh(browser, server.address + address, cookies)
      if (restedAt !== server.address + restsAt) throw new Error(`${screen} came to rest at ${restedAt}`)
      weights.push({ screen, ...transfer })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return weights
}

/** The reference for screens: tests/bench/bare from a static host in the same browser. */
export async function weighBareStack(browser: Browser): Promise<Opened> {
  await using host = await hostReference(await buildBareStack())
  const { restedAt: _, ...transfer } = await weigh(browser, host.address, [])
  return transfer
}

async function weigh(browser: Browser, address: string, cookies: Cookies): Promise<Opened & { restedAt: string }> {
  const context = await browser.newContext(desk)
  await context.addCookies(cookies)
  const page = await context.newPage()
  // Parts that load 3 s after a page do not count, however slow the machine is.
  await page.addInitScript(holdLongTimers)
  const transfer = await openUntilRest(page, address)
  const styles = await page.evaluate(() => Array.from(document.querySelectorAll('style'), (one) => one.textContent))
  const { origin, pathname } = new URL(page.url())
  const shift = totalShift(await shiftsOf(page))
  await context.close()
  // A rendered document has inline styles: they count as code with the size of a separate file.
  const inside = brotliCompressSync(styles.join('')).length
  const { code, document: whole } = transfer
  return { ...transfer, code: code + inside, document: whole - inside, shift, restedAt: origin + pathname }
}

function rememberingSessions(server: ServerProcess): (login: DemoLogin) => Promise<Cookies> {
  const known = new Map<DemoLogin, Promise<Cookies>>()
  return (login) => {
    const cookies = known.get(login) ?? newSession(server, login).then((cookie) => [cookie])
    known.set(login, cookies)
    return cookies
  }
}

async function contractOf({ address }: ServerProcess, cookies: Cookies): Promise<string> {
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const answer = await fetch(`${address}/api/v1/profile/contract/list`, { headers })
  const [contract] = listContracts.answer.parse(await answer.json())
  if (contract === undefined) throw new Error('The family has no contract to open')
  return contract.uuid
}

async function courseOf({ address }: ServerProcess): Promise<string> {
  const answer = await fetch(`${address}/api/v1/catalog/course/list`)
  const [course] = listCourses.answer.parse(await answer.json()).items
  if (course === undefined) throw new Error('The catalog has no course to open')
  return course.uuid
}
