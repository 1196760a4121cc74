import { openly } from '#scripts/command.ts'
import { isBuilt } from '#scripts/freshness.ts'
import { accept } from './accept.ts'
import { readWish, WrongWish } from './command-line.ts'
import { playAll } from './desk.ts'
import { openAlbum } from './report/album.ts'
import { drawMachines } from './report/machine-pages.ts'
import { writeReports } from './report/write-reports.ts'
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
  if (wish.do === 'draw') return drawMachines().then(() => true)
  if (wish.do === 'walk') return walkAbout(wish)
  const isInBrowser = wish.level !== 'machine'
  if (isInBrowser && !(await isBuilt()) && (await openly('scripts/build.ts')) !== 0) return false
  const started = new Date()
  const album = openAlbum()
  const played = await playAll(wish, album)
  const summary = await writeReports(folder, played, album, started)
  console.log(`${summary.passed} прошло, ${summary.failed} не прошло · отчёт: ${folder}/index.html`)
  return summary.failed === 0
}
