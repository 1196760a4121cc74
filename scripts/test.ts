import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { whatMachinesLack } from '#tests/drills/database-machines.ts'
import { seedDataDirectory } from '#tests/support/server/server-process.ts'
import { runChecks } from './checks.ts'
import { resolveBin, runInherited } from './run-command.ts'
import { installSystemDependencies } from './system-dependencies.ts'
import { countPlaywright, countVitest, readReport, sumCounts, summaryLine, type TestCounts } from './test-report.ts'

// npm test [-- --all]: `--all` runs every server suite on both databases, every path of every flow in the browser, the
// stories of all screens in both languages and at both widths, the journeys in every browser, and sign-ins with the
// identity providers of Debian packages. It weighs the screens and plays the drills that take less than ten minutes.
const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values
const reports = 'reports'
const broken: TestCounts = { passed: 0, failed: 1, skipped: 0 }
const started = Date.now()

async function part(title: string, run: () => Promise<TestCounts>): Promise<TestCounts> {
  console.log(`\n── ${title}`)
  const began = performance.now()
  const count = await run().catch((error: Error) => {
    console.error(error)
    return broken
  })
  console.log(`── ${title}: ${summaryLine(count)} (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  return count
}

/** Builds the pages, and the demo school that all servers of this run begin with. */
async function build(): Promise<TestCounts> {
  if ((await runInherited('scripts/build.ts')) !== 0) return broken
  process.env.SEEDED_DATA_DIR = await seedDataDirectory()
  return { passed: 1, failed: 0, skipped: 0 }
}

async function vitest(): Promise<TestCounts> {
  const file = `${reports}/vitest.json`
  const wanted = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  if (!all) wanted.push('--tagsFilter=!nightly')
  const code = await runInherited(resolveBin('vitest'), wanted, { NODE_ENV: 'test', ...(all && { TEST_ALL: 'yes' }) })
  return readReport({ file, code, started }, countVitest)
}

/** One test per screen: its code is within the limit. */
async function weight(): Promise<TestCounts> {
  const code = await runInherited('scripts/bundle-size.ts')
  return readReport({ file: `${reports}/size.json`, code, started }, (count: TestCounts) => count)
}

/** One test for each: nothing acknowledged is lost, and no request fails that must not. */
async function drills(): Promise<TestCounts> {
  const onMachines = [['failover', '--rounds', '1'], ['restore']]
  const lacking = whatMachinesLack()
  if (lacking !== null) console.log(`Drills of the database machines are skipped. ${lacking}`)
  const failures: string[] = []
  let passed = 0
  for (const drill of [['upgrade'], ['payments', '--rounds', '1'], ...(lacking === null ? onMachines : [])]) {
    if ((await runInherited('tests/drills/main.ts', drill)) === 0) passed += 1
    else failures.push(`npm run drill -- ${drill.join(' ')}`)
  }
  return { passed, failed: failures.length, skipped: lacking === null ? 0 : onMachines.length, failures }
}

/** Model tests and stories. */
async function playwright(): Promise<TestCounts> {
  const file = `${reports}/playwright.json`
  const code = await runInherited(
    resolveBin('playwright'),
    ['test', '--reporter=list,json,./tests/models/coverage-reporter.ts'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ...(all ? { TEST_ALL: 'yes' } : { TEST_STATES_OF_MODELS: 'yes' }),
    },
  )
  return readReport({ file, code, started }, countPlaywright)
}

rmSync(reports, { recursive: true, force: true })
await installSystemDependencies({ everyBrowser: all, providers: all, promtool: all, databaseMachines: all })
const total = sumCounts([
  // Each alone leaves a core idle.
  ...(await Promise.all([part('Checks', async () => ({ ...(await runChecks()), skipped: 0 })), part('Build', build)])),
  await part('Units, components, server', vitest),
  ...(all ? [await part('Weight of screens', weight)] : []),
  await part('Models and stories in the browser', playwright),
  ...(all ? [await part('Drills', drills)] : []),
])
if (process.env.SEEDED_DATA_DIR) rmSync(process.env.SEEDED_DATA_DIR, { recursive: true })
for (const failure of total.failures ?? []) console.log(`✗ ${failure}`)
console.log(`\n${summaryLine(total)}`)
// A flaky test is named in the log. The nightly run fails by it.
process.exitCode = total.failed + (all ? (total.flaky ?? 0) : 0) === 0 ? 0 : 1
