import { sql } from 'drizzle-orm'
import { banners, events } from '#server/db/schema/content.ts'
import { baskets, contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { enrolments, offers, opportunities, opportunityGroups, studyGroups } from '#server/db/schema/programs.ts'
import { absences, ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { pictures } from '#server/db/schema/storage.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { groupQueue, transfers } from '#server/db/schema/transfers.ts'
import type { Format } from '#server/integration/format.ts'
import { tableFormat } from './table-columns.ts'

export const programmeFormats: readonly Format[] = [
  tableFormat('opportunities', 'Options of a 2035 campaign', opportunities),
  tableFormat('opportunityClasses', 'Groups of options', opportunityGroups),
  tableFormat('offers', 'Addresses of campaigns', offers),
  tableFormat('choices', 'Options that students chose', enrolments, {
    references: { opportunityId: opportunities, groupId: studyGroups },
  }),
]

/** One transaction: the payments of a contract come to its total. */
export const contractFormats: readonly Format[] = [
  tableFormat('contracts', 'Contracts', contracts, { names: { status: 'contractStatus' } }),
  tableFormat('contractStates', 'Former states of contracts', contractStates, { names: { status: 'contractStatus' } }),
  tableFormat('payments', 'Payments of the schedules of contracts', payments, { names: { status: 'paymentStatus' } }),
  tableFormat('operations', 'Receipts and returns', operations, {
    names: { externalId: 'bankId' },
    isAddOnly: true,
    exported: { rows: sql`select row_to_json(operations) as row from operations order by at, id` },
  }),
]

export const purchaseFormats: readonly Format[] = [
  tableFormat('baskets', 'Baskets of courses', baskets),
  tableFormat('transfers', 'Transfers of contracts to other groups', transfers),
  tableFormat('waitingList', 'Waiting lists of groups', groupQueue),
  tableFormat('taxCertificates', 'Tax certificates', taxCertificates),
]

export const contentFormats: readonly Format[] = [
  tableFormat('events', 'Events', events),
  tableFormat('banners', 'Banners', banners),
  tableFormat('absences', 'Reported absences', absences),
  tableFormat('tickets', 'Letters to the school', tickets, { omit: ['version'] }),
  tableFormat('ticketMessages', 'Replies, further answers and notes of letters', ticketMessages),
  tableFormat('pictures', 'Pictures of people', pictures),
]
