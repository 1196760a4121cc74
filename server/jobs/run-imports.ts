import type { Job, PgBoss } from 'pg-boss'
import { failImport, runImport } from '#server/integration/import-runs/run-import.ts'
import type { JobContext } from './schedule.ts'

type ImportJob = Job<{ run: string }>

/** Checks and applies the files that administrators have uploaded. An import that is given up is noted as failed. */
export async function runImports(boss: PgBoss, context: JobContext): Promise<void> {
  await boss.work('run-import', { pollingIntervalSeconds: 1 }, async ([job]: ImportJob[]) => {
    if (job) await runImport(context, job.data.run)
  })
  await boss.work('failed-import', { pollingIntervalSeconds: 2 }, async ([job]: ImportJob[]) => {
    if (job) await failImport(context, job.data.run)
  })
}
