import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import { openly, tool } from './command.ts'
import { type Count, closingLine, ofPlaywright, ofVitest, readCount, sum } from './count.ts'
import { prepareMachine } from './machine.ts'

// npm test [-- --all]: with every suite on PostgreSQL too, and every path of every flow in the browser.
const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values
const reports = 'reports'
const broken: Count = { passed: 0, failed: 1, skipped: 0 }

async function part(title: string, run: () => Promise<Count>): Promise<Count> {
  console.log(`\n── ${title}`)
  const started = performance.now()
  const count = await run().catch((error: Error) => {
    console.error(error)
    return broken
  })
  console.log(`── ${title}: ${closingLine(count)} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  return count
}

async function build(): Promise<Count> {
  return (await openly('scripts/build.ts')) === 0 ? { passed: 1, failed: 0, skipped: 0 } : broken
}

async function vitest(): Promise<Count> {
  const file = `${reports}/vitest.json`
  const projects = all ? [] : ['node', 'document', 'postgres'].map((project) => `--project=${project}`)
  const wanted = ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await openly(tool('vitest'), wanted, { NODE_ENV: 'test', ...(all && { TEST_ALL: 'yes' }) })
  return readCount(file, code, ofVitest)
}

/** The desk writes its own sum: it counts paths, not files. Pictures of what went well cost half a minute. */
async function models(): Promise<Count> {
  const code = await openly('tests/models/main.ts', [...(all ? ['--all'] : []), '--no-pictures'])
  return readCount(`${reports}/qa/summary.json`, code, (summary: Count) => summary)
}

/** A test for each screen: its code is within the budget. */
async function weight(): Promise<Count> {
  const code = await openly('scripts/size.ts')
  return readCount(`${reports}/size.json`, code, (count: Count) => count)
}

async function playwright(): Promise<Count> {
  const file = `${reports}/playwright.json`
  const code = await openly(tool('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(all && { TEST_ALL: 'yes' }),
  })
  return readCount(file, code, ofPlaywright)
}

rmSync(reports, { recursive: true, force: true })
await prepareMachine()
const total = sum([
  await part('Checks', async () => ({ ...(await runChecks()), skipped: 0 })),
  await part('Build', build),
  await part('Units, components, server', vitest),
  await part('Models', models),
  await part('Weight of screens', weight),
  await part('Stories in the browser', playwright),
])
for (const failure of total.failures ?? []) console.log(`✗ ${failure}`)
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1
