import { mkdir, writeFile } from 'node:fs/promises'
import { openly } from '#scripts/command.ts'
import { isBuilt } from '#scripts/freshness.ts'
import { accept } from './accept.ts'
import { readWish, WrongWish } from './command-line.ts'
import { playAll } from './desk.ts'
import { reportPage } from './report/page.ts'
import { walkAbout } from './walk-about.ts'

const folder = 'reports/qa'

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  if (!(error instanceof WrongWish)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function run(): Promise<boolean> {
  const wish = readWish(process.argv.slice(2))
  if (wish.do === 'help') {
    console.log(wish.words)
    return true
  }
  if (wish.do === 'accept') return accept(wish)
  if (wish.do === 'walk') return walkAbout(wish)
  const isInBrowser = wish.level !== 'machine'
  if (isInBrowser && !(await isBuilt()) && (await openly('scripts/build.ts')) !== 0) return false
  const started = performance.now()
  const played = await playAll(wish)
  const results = played.flatMap(({ levels }) => levels.flatMap((level) => level.results))
  const failed = results.filter(({ failure }) => failure !== null).length
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/index.html`, await reportPage(played, (performance.now() - started) / 1000))
  const summary = { passed: results.length - failed, failed, skipped: 0 }
  await writeFile(`${folder}/summary.json`, JSON.stringify(summary))
  console.log(`${summary.passed} прошло, ${failed} не прошло · отчёт: ${folder}/index.html`)
  return failed === 0
}
