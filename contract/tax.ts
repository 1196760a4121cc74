import { z } from 'zod'
import { call } from './call.ts'
import { kopecks, uuid } from './shapes.ts'

export const getTaxDeduction = call('GET /v1/profile/tax-deduction', {
  summary: 'Per student: what was paid in the year, what counts, the expected refund and the certificate',
  added: true,
  access: { who: 'signed-in' },
  query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
  answer: z.object({
    year: z.int(),
    years: z.array(z.int()),
    students: z.array(
      z.object({
        studentUuid: uuid,
        firstName: z.string(),
        lastName: z.string(),
        paid: kopecks,
        counted: kopecks,
        limit: kopecks,
        refund: kopecks,
        certificateUrl: z.string().nullable(),
      }),
    ),
  }),
})
