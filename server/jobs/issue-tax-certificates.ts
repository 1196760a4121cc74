import { issueCertificate, unfinishedCertificates } from '#server/billing/tax/prepare-certificates.ts'
import type { Job } from './job.ts'

/** Issues the tax certificates that were requested. */
export const issueTaxCertificates: Job = {
  name: 'issue-tax-certificates',
  async run(context) {
    for (const certificate of await unfinishedCertificates(context.database)) {
      await issueCertificate(context, certificate).catch((error: unknown) =>
        context.log.error({ err: error, item: certificate.id }, 'an item of a job failed'),
      )
    }
  },
}
