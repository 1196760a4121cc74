import type { Job, PgBoss } from 'pg-boss'
import type { Locale } from '#contract/enumerations.ts'
import { failDataExport } from '#server/personal-data/exports/data-exports.ts'
import { makeDataExport } from '#server/personal-data/exports/make-data-export.ts'
import type { JobContext } from './schedule.ts'

type ExportJob = Job<{ id: string; language: Locale }>

/** Makes the copies of data that people have asked for, one at a time on each server. One that is given up is noted as failed. */
export async function makeDataExports(boss: PgBoss, context: JobContext): Promise<void> {
  await boss.work('make-data-export', { pollingIntervalSeconds: 2 }, async ([job]: ExportJob[]) => {
    if (!job) return
    try {
      await makeDataExport(context, job.data)
    } catch (error) {
      context.log.error({ err: error, export: job.data.id }, 'a copy of data was not made')
      throw error
    }
  })
  await boss.work('failed-data-export', { pollingIntervalSeconds: 2 }, async ([job]: ExportJob[]) => {
    if (job) await failDataExport(context.database, job.data.id, context.clock())
  })
}
