import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Texts } from '#tests/model-runner/config.ts'
import type { Played } from '#tests/model-runner/run-models.ts'
import type { Sum } from '#tests/model-runner/summary.ts'
import { buildReport } from './build-report.ts'
import { checklistPage } from './checklist-page.ts'
import { junitOf } from './junit.ts'
import { reportPage } from './page.ts'
import { resultsOf } from './results.ts'
import type { Screenshots } from './screenshots.ts'

type Run = { played: readonly Played[]; sum: Sum; screenshots: Screenshots; started: Date; texts: Texts }

/** Writes the reports for people and for tools (decision 058). */
export async function writeReports(folder: string, { played, sum, screenshots, started, texts }: Run): Promise<void> {
  const seconds = (Date.now() - started.getTime()) / 1000
  const { PORT = '3000', PUBLIC_URL: demo = `http://localhost:${PORT}` } = process.env
  const run = { commit: await commit(), date: started.toISOString(), seconds, demo }
  const report = await buildReport(played, { screenshots, run, texts })
  await mkdir(`${folder}/checklists`, { recursive: true })
  await Promise.all([
    writeFile(`${folder}/index.html`, await reportPage(report)),
    writeFile(`${folder}/summary.json`, JSON.stringify(sum)),
    writeFile(`${folder}/results.json`, JSON.stringify(resultsOf(report), null, 1)),
    writeFile(`${folder}/junit.xml`, junitOf(report)),
    ...report.machines.map((machine) => writeFile(`${folder}/checklists/${machine.id}.html`, checklistPage(machine))),
  ])
}

/** The commit of the run, and a mark if there are uncommitted changes. */
async function commit(): Promise<string> {
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim()
  try {
    const [hash, changes] = await Promise.all([git('rev-parse', '--short=8', 'HEAD'), git('status', '--porcelain')])
    return changes === '' ? hash : `${hash} + ∆`
  } catch {
    return '—'
  }
}
