import { mkdir, writeFile } from 'node:fs/promises'
import type { SpecifiedRequirement, Texts } from '#tests/model-runner/config.ts'
import type { Revision } from '#tests/model-runner/history/revision.ts'
import type { Played } from '#tests/model-runner/run-models.ts'
import type { Sum } from '#tests/model-runner/summary.ts'
import { writeAllureResults } from './allure.ts'
import { buildReport } from './build-report.ts'
import { checklistPage } from './checklist-page.ts'
import { ctrfOf } from './ctrf.ts'
import type { Defect } from './defects.ts'
import { junitOf } from './junit.ts'
import { reportPage } from './page.ts'
import type { Trend } from './report-data.ts'
import { resultsOf } from './results.ts'
import type { Screenshots } from './screenshots.ts'

type Run = {
  played: readonly Played[]
  defects: readonly Defect[]
  sum: Sum
  screenshots: Screenshots
  started: Date
  revision: Revision
  history: Trend[]
  texts: Texts
  /** Empty for a run of a part: most requirements would seem untouched. */
  requirements: readonly SpecifiedRequirement[]
}

/** Writes the reports for people and for tools (decision 058). */
export async function writeReports(
  folder: string,
  { played, defects, sum, screenshots, started, revision, history, texts, requirements }: Run,
): Promise<void> {
  const seconds = (Date.now() - started.getTime()) / 1000
  const { PORT = '3000', PUBLIC_URL: demo = `http://localhost:${PORT}` } = process.env
  const { commit, isChanged } = revision
  const run = { commit: isChanged ? `${commit} + ∆` : commit, date: started.toISOString(), seconds, demo }
  const report = await buildReport(played, {
    screenshots,
    run,
    texts,
    defects,
    requirements,
    history,
  })
  await mkdir(`${folder}/checklists`, { recursive: true })
  await Promise.all([
    writeFile(`${folder}/index.html`, await reportPage(report)),
    writeFile(`${folder}/summary.json`, JSON.stringify(sum)),
    writeFile(`${folder}/results.json`, JSON.stringify(resultsOf(report), null, 1)),
    writeFile(`${folder}/junit.xml`, junitOf(report)),
    writeFile(`${folder}/ctrf.json`, JSON.stringify(ctrfOf(report), null, 1)),
    ...report.machines.map((machine) => writeFile(`${folder}/checklists/${machine.id}.html`, checklistPage(machine))),
  ])
  writeAllureResults(folder, report)
}
