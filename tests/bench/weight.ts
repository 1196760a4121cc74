import type { Browser } from 'playwright'
import { listContracts } from '#contract/contracts.ts'
import type { DemoLogin } from '#server/db/demo/accounts.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { newSession } from '#tests/support/story.ts'
import { buildBareStack } from './bare-stack.ts'
import { hostReference } from './reference-host.ts'
import { screensOf } from './screens.ts'
import { openUntilRest, type Transfer } from './transfer.ts'

export type Weight = Transfer & { screen: string }
type Cookies = Awaited<ReturnType<typeof newSession>>[]

const desk = { viewport: { width: 1440, height: 900 }, locale: 'ru-RU', timezoneId: 'Europe/Moscow' }
const atOnce = 4

/** What every screen of the demo school makes a browser receive, each in a browser that holds nothing yet. */
export async function weighScreens(browser: Browser, server: ServerProcess): Promise<Weight[]> {
  const cookiesOf = rememberingSessions(server)
  const weights: Weight[] = []
  const waiting = screensOf(await contractOf(server, await cookiesOf('family')))
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { screen, login, address } = next
      const cookies = login === null ? [] : await cookiesOf(login)
      weights.push({ screen, ...(await weigh(browser, server.address + address, cookies)) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return weights
}

/** The floor that screens are compared with: tests/bench/bare from a plain host, in the same browser. */
export async function weighBareStack(browser: Browser): Promise<Transfer> {
  await using host = await hostReference(await buildBareStack())
  return await weigh(browser, host.address, [])
}

async function weigh(browser: Browser, address: string, cookies: Cookies): Promise<Transfer> {
  const context = await browser.newContext(desk)
  await context.addCookies(cookies)
  const transfer = await openUntilRest(await context.newPage(), address)
  await context.close()
  return transfer
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
