import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { maximumShift } from '#tests/bench/shifts.ts'
import type { Transfer } from '#tests/bench/transfer.ts'
import { weighBareStack, weighScreens } from '#tests/bench/weight.ts'
import { chromiumArguments, headlessPath } from '#tests/support/browser/chromium.ts'
import { startServer } from '#tests/support/server/server-process.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { runInherited } from './run-command.ts'
import type { TestCounts } from './test-report.ts'

// `npm run size`: bytes that each screen transfers in Chromium until it is idle, and its layout shift. The limit of bytes
// applies to scripts and styles including their headers. Document, data and images depend on the school.

/** Limit of a screen's code and headers, as a multiple of the bare stack. */
const budget = 1.7

if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)
const server = await startServer({ dataFrom: process.env.SEEDED_DATA_DIR, env: { CHECK_ANSWERS: 'off' } })
const browser = await chromium.launch({
  executablePath: headlessPath(),
  args: chromiumArguments,
  // A scrollbar that appears narrows the page.
  ignoreDefaultArgs: ['--hide-scrollbars'],
})
const [bare, screens] = await weighAll().finally(async () => {
  await browser.close()
  await server.stop()
})

async function weighAll() {
  const floor = await weighBareStack(browser)
  const screens = await weighScreens(browser, server)
  return [floor, screens.sort((one, other) => countedBytesOf(other) - countedBytesOf(one))] as const
}

function countedBytesOf({ code, headers }: Transfer): number {
  return code + headers
}

const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1))
const row = (screen: string, { shift, ...transfer }: Transfer & { shift: number }) => {
  const { code, document, data, pictures, headers, files } = transfer
  return {
    screen,
    code: kilobytes(code),
    headers: kilobytes(headers),
    'to the bare stack': (countedBytesOf(transfer) / countedBytesOf(bare)).toFixed(2),
    document: kilobytes(document),
    data: kilobytes(data),
    pictures: kilobytes(pictures),
    files,
    shift: shift.toFixed(4),
  }
}
console.table([...screens.map(({ screen, ...transfer }) => row(screen, transfer)), row('the bare stack', bare)])

const limit = budget * countedBytesOf(bare)
const over = screens.filter((screen) => countedBytesOf(screen) > limit)
for (const one of over) console.log(`✗ ${one.screen} is ${kilobytes(countedBytesOf(one) - limit)} kB over the budget`)
console.log(
  `kB as received, compressed. A screen may have ${kilobytes(limit)} kB of code and headers: ${budget} times the bare stack.`,
)
const moving = screens.filter(({ shift }) => shift > maximumShift)
for (const { screen, shift } of moving)
  console.log(`✗ ${screen} shifts by ${shift.toFixed(4)}, more than ${maximumShift}`)
const failed = new Set([...over, ...moving]).size
const count: TestCounts = { passed: screens.length - failed, failed, skipped: 0 }
mkdirSync('reports', { recursive: true })
writeFileSync('reports/size.json', JSON.stringify(count))
process.exitCode = failed === 0 ? 0 : 1
