import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import type { Transfer } from '#tests/bench/transfer.ts'
import { weighBareStack, weighScreens } from '#tests/bench/weight.ts'
import { chromiumArguments, windowlessPath } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server-process.ts'
import { openly } from './command.ts'
import type { Count } from './count.ts'
import { isBuilt } from './freshness.ts'

// `npm run size`: what each screen makes Chromium receive until it rests. Judged is its code, the content of scripts and
// styles, with what these files are headed by, so that many small files are not free. The document, data and pictures
// depend on the school.

/** How many times as much as the bare stack's the code and the headers of a screen may weigh. */
const budget = 1.45

if (!(await isBuilt()) && (await openly('scripts/build.ts')) !== 0) process.exit(1)
const server = await startServer({ dataFrom: process.env.SEEDED_DATA_DIR, env: { CHECK_ANSWERS: 'off' } })
const browser = await chromium.launch({ executablePath: windowlessPath(), args: chromiumArguments })
const [bare, screens] = await weighAll().finally(async () => {
  await browser.close()
  await server.stop()
})

async function weighAll() {
  const floor = await weighBareStack(browser)
  const screens = await weighScreens(browser, server)
  return [floor, screens.sort((one, other) => judgedOf(other) - judgedOf(one))] as const
}

function judgedOf({ code, headers }: Transfer): number {
  return code + headers
}

const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1))
const row = (screen: string, transfer: Transfer) => {
  const { code, document, data, pictures, headers, files } = transfer
  return {
    screen,
    code: kilobytes(code),
    headers: kilobytes(headers),
    'to the bare stack': (judgedOf(transfer) / judgedOf(bare)).toFixed(2),
    document: kilobytes(document),
    data: kilobytes(data),
    pictures: kilobytes(pictures),
    files,
  }
}
console.table([...screens.map(({ screen, ...transfer }) => row(screen, transfer)), row('the bare stack', bare)])

const limit = budget * judgedOf(bare)
const over = screens.filter((screen) => judgedOf(screen) > limit)
for (const one of over) console.log(`✗ ${one.screen} is ${kilobytes(judgedOf(one) - limit)} kB over the budget`)
console.log(
  `kB as received, compressed. A screen may have ${kilobytes(limit)} kB of code and headers: ${budget} times the bare stack.`,
)
const count: Count = { passed: screens.length - over.length, failed: over.length, skipped: 0 }
mkdirSync('reports', { recursive: true })
writeFileSync('reports/size.json', JSON.stringify(count))
process.exitCode = over.length === 0 ? 0 : 1
