import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { demoPayee } from '#server/environment/payee.ts'
import { type JobContext, schedule } from '#server/jobs/schedule.ts'
import type { JobName } from '#server/queues/queues.ts'

/** Runs jobs once, in sequence, like a server when they are due. */
export async function runJobs(
  names: readonly JobName[],
  context: Pick<JobContext, 'database' | 'clock'> & Partial<JobContext>,
): Promise<void> {
  for (const name of names) {
    const job = schedule.find((each) => each.name === name)
    if (!job) throw new Error(`${name} is not in the schedule`)
    await job.run(jobContext(context))
  }
}

export function jobContext(context: Pick<JobContext, 'database' | 'clock'> & Partial<JobContext>): JobContext {
  return {
    untimed: context.database,
    timeZone: 'Europe/Moscow',
    channels: { email: async () => {}, phone: async () => {}, push: async () => {} },
    host: 'lk.school.example',
    allowPrivateWebhooks: false,
    paymentProvider: null,
    env: {
      IDP_PUBLIC_URL: 'https://id.school.example',
      PUBLIC_URL: 'https://lk.school.example',
      SCHOOL: {},
      CONSENTS: [],
      FILES_DIR: join(tmpdir(), 'files-of-tests'),
      PROFILE_OWNERS: { names: 'person', email: 'person', phone: 'person' },
      PAYEE: demoPayee.PAYEE,
      PAYEES: { school: demoPayee.PAYEE, academy: demoPayee.PAYEE, college: demoPayee.PAYEE },
      INVITATIONS_PER_MINUTE: 60,
      SECRETS_KEY: undefined,
      DELIVERY: true,
    },
    organisation: { ...demoPayee.PAYEE, signatory: demoPayee.PAYEE_SIGNATORY },
    log: pino({ level: 'silent' }),
    ...context,
  }
}
