import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openly } from '#scripts/command.ts'
import { isBuilt } from '#scripts/freshness.ts'
import { playAll } from './desk.ts'
import { reportPage } from './report/page.ts'

// npm run qa -- [machine [path]] [--all] [--show]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, show: { type: 'boolean', default: false } },
})
const [machine, path] = positionals
const folder = 'reports/qa'

if (!(await isBuilt()) && (await openly('scripts/build.ts')) !== 0) process.exit(1)
const started = performance.now()
const played = await playAll({ machine, path: path === undefined ? undefined : Number(path), ...values })
const results = played.flatMap(({ levels }) => levels.flatMap((level) => level.results))
const failed = results.filter(({ failure }) => failure !== null).length
const summary = { passed: results.length - failed, failed, skipped: 0 }

await mkdir(folder, { recursive: true })
await writeFile(`${folder}/index.html`, await reportPage(played, (performance.now() - started) / 1000))
await writeFile(`${folder}/summary.json`, JSON.stringify(summary))
console.log(`${summary.passed} прошло, ${failed} не прошло · отчёт: ${folder}/index.html`)
process.exitCode = failed === 0 ? 0 : 1
