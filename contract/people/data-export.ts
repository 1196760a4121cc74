import { z } from 'zod'
import { call } from '#contract/call.ts'
import { dataExportStates } from '#contract/enumerations.ts'
import { iso, uuid } from '#contract/schemas.ts'

const dataExport = z.object({
  id: uuid,
  state: z.enum(dataExportStates),
  askedAt: iso,
  /** When it was made, and until when it can be downloaded; null before, and for one that was not made. */
  readyAt: iso.nullable(),
  expiresAt: iso.nullable(),
  bytes: z.int().nullable(),
})
export type DataExport = z.infer<typeof dataExport>

export const getDataExport = call('GET /v1/profile/data-export', {
  summary: 'The last copy of one’s data that the person has asked for, and when another one can be asked for',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({
    /** The last one; null if there was none within a year. */
    last: dataExport.nullable(),
    /** Null: at once. Never while one is being made. */
    nextAt: iso.nullable(),
  }),
})
export type DataExportStatus = z.infer<typeof getDataExport.answer>

export const askForDataExport = call('POST /v1/profile/data-export', {
  summary:
    'Asks for a copy of one’s data, which a job makes. 409 `state-conflict` while one is being made, 429 `too-many-requests` after three in 24 hours',
  added: true,
  access: { who: 'signed-in' },
  freshTwoFactor: true,
  audited: 'export.data-asked',
})

export const getDataExportLink = call('POST /v1/profile/data-export/{id}/link', {
  summary: 'A link to the copy, valid for 10 minutes. 404 for one that is not ready, or over',
  added: true,
  access: { who: 'signed-in' },
  freshTwoFactor: true,
  audited: 'export.data',
  limit: 'document',
  params: z.object({ id: uuid }),
  answer: z.object({ url: z.string() }),
})
