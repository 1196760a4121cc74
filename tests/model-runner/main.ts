import { join } from 'node:path'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { accept } from './accept-ledger.ts'
import { type PlayWish, readWish, type WalkWish, WrongWish } from './command-line.ts'
import { modelsFolder } from './discover-models.ts'
import { drawMachines } from './report/machine-pages.ts'
import { openAlbum } from './report/screenshots.ts'
import { writeReports } from './report/write-reports.ts'
import { playAll } from './run-models.ts'
import { brokenLine, sumOf } from './summary.ts'
import { replayWalk, walkAbout } from './walk-command.ts'

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  const isWithoutScreen = error instanceof Error && error.message.includes('without having a XServer')
  if (!isWithoutScreen && !(error instanceof WrongWish)) throw error
  console.error(
    isWithoutScreen ? 'Окно показать негде: у этой машины нет экрана. С xvfb-run он найдётся.' : error.message,
  )
  process.exitCode = 2
}

async function run(): Promise<boolean> {
  const wish = await readWish(process.argv.slice(2))
  if (wish.do === 'help') {
    console.log(wish.words)
    return true
  }
  if (wish.do === 'accept') return accept(wish)
  if (wish.do === 'draw') return drawMachines().then(() => true)
  if (wish.level !== 'machine' && !(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0)
    return false
  if (wish.do === 'replay') return replayWalk(wish)
  return wish.do === 'walk' ? walkAbout(wish) : playAndReport(wish)
}

async function playAndReport(wish: PlayWish): Promise<boolean> {
  const started = new Date()
  const album = openAlbum()
  const { played, broken } = await playAll(wish, album)
  for (const one of broken) console.log(brokenLine(one))
  const level = wish.level === 'browser' ? 'browser' : 'machine'
  const walks: WalkWish = { ...wish, do: 'walk', milliseconds: 30_000, seed: 0, level }
  const isWalked = wish.chosen !== 'all' || (await walkAbout(walks))
  const sum = sumOf(played, broken)
  if (!isWalked) sum.failed += 1
  // Models of another folder do not overwrite the report of the product's models.
  const folder = wish.folder === modelsFolder ? 'reports/qa' : join(wish.folder, 'report')
  await writeReports(folder, { played, sum, album, started })
  const rest = sum.skipped === 0 ? '' : `, не сыграно ${sum.skipped}`
  console.log(`${sum.passed} прошло, ${sum.failed} не прошло${rest} · отчёт: ${folder}/index.html`)
  return sum.failed === 0
}
