import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import type { Transfer } from '#tests/bench/transfer.ts'
import { weighBareStack, weighScreens } from '#tests/bench/weight.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server-process.ts'
import { openly } from './command.ts'
import type { Count } from './count.ts'
import { isBuilt } from './freshness.ts'

// `npm run size`: what each screen makes Chromium receive until it rests. Judged is its code, the content of scripts and
// styles: data and pictures depend on the school, and headers on the protocol and on who stands in front of the server.

/** How many times as much as the bare stack's the code of a screen may weigh. */
const budget = 1.45

if (!(await isBuilt()) && (await openly('scripts/build.ts')) !== 0) process.exit(1)
const server = await startServer({ dataFrom: process.env.SEEDED_DATA_DIR, env: { CHECK_ANSWERS: 'off' } })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
const [bare, screens] = await weighAll().finally(async () => {
  await browser.close()
  await server.stop()
})

async function weighAll() {
  const floor = await weighBareStack(browser)
  return [floor, (await weighScreens(browser, server)).sort((one, other) => other.code - one.code)] as const
}

const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1))
const row = (screen: string, { code, document, data, pictures, headers, files }: Transfer) => ({
  screen,
  code: kilobytes(code),
  'to the bare stack': (code / bare.code).toFixed(2),
  document: kilobytes(document),
  data: kilobytes(data),
  pictures: kilobytes(pictures),
  headers: kilobytes(headers),
  files,
})
console.table([...screens.map(({ screen, ...transfer }) => row(screen, transfer)), row('the bare stack', bare)])

const limit = budget * bare.code
const over = screens.filter(({ code }) => code > limit)
for (const { screen, code } of over) console.log(`✗ ${screen} is ${kilobytes(code - limit)} kB over the budget`)
console.log(
  `kB as received, compressed. A screen may have ${kilobytes(limit)} kB of code: ${budget} times the bare stack.`,
)
const count: Count = { passed: screens.length - over.length, failed: over.length, skipped: 0 }
mkdirSync('reports', { recursive: true })
writeFileSync('reports/size.json', JSON.stringify(count))
process.exitCode = over.length === 0 ? 0 : 1
