import pino from 'pino'
import { demoPayee } from '#server/documents/payee.ts'
import type { Job, JobContext } from '#server/jobs/job.ts'

/** Runs jobs once, in sequence, like a server when they are due. */
export async function runJobs(
  jobs: readonly Job[],
  context: Pick<JobContext, 'database' | 'clock'> & Partial<JobContext>,
): Promise<void> {
  for (const job of jobs) await job.run(jobContext(context))
}

export function jobContext(context: Pick<JobContext, 'database' | 'clock'> & Partial<JobContext>): JobContext {
  return {
    timeZone: 'Europe/Moscow',
    channels: { email: async () => {}, phone: async () => {} },
    host: 'lk.school.example',
    organisation: { ...demoPayee.PAYEE, signatory: demoPayee.PAYEE_SIGNATORY },
    log: pino({ level: 'silent' }),
    ...context,
  }
}
