import { sql } from 'drizzle-orm'
import { newsLength } from '#contract/limits.ts'
import { previewOf } from '#server/content/school-news/edit-news.ts'
import { banners, events, schoolNews } from '#server/db/schema/content.ts'
import { baskets, contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { enrolments, offers, opportunities, opportunityGroups, studyGroups } from '#server/db/schema/programs.ts'
import { absences, ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { avatars } from '#server/db/schema/storage.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import type { Format } from '#server/integration/format-types/format.ts'
import { followNews } from './follow-news.ts'
import { keepParts } from './keep-parts.ts'
import { tableFormat } from './table-columns.ts'

export const programme2035Formats: readonly Format[] = [
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
  tableFormat('payments', 'Payments of the schedules of contracts', payments, {
    names: { status: 'paymentStatus' },
    omit: ['opensAfterFreeze'],
    prepare: keepParts,
  }),
  tableFormat('operations', 'Receipts and returns', operations, {
    names: { externalId: 'bankId' },
    isAddOnly: true,
    exported: { rows: sql`select row_to_json(operations) as row from operations order by at, id` },
  }),
]

export const purchaseFormats: readonly Format[] = [
  tableFormat('baskets', 'Baskets of courses', baskets),
  tableFormat('transfers', 'Transfers of contracts to other groups', transfers),
  // Published names of columns stay when the database gets other names.
  tableFormat('waitingList', 'Waiting lists of groups', waitingListEntries, {
    names: { requestedById: 'askedBySourcedId' },
  }),
  tableFormat('taxCertificates', 'Tax certificates', taxCertificates, { names: { subject: 'madeOf' } }),
]

export const contentFormats: readonly Format[] = [
  tableFormat('events', 'Events', events),
  tableFormat('banners', 'Banners', banners),
  tableFormat('news', 'News of the school', schoolNews, {
    omit: ['preview', 'version', 'notifiedUntil'],
    names: { notifiedAt: 'toldAt', notifiedCount: 'toldCount' },
    notes: {
      notifiedAt:
        'when everyone had been notified, of new items only; empty means that people are still to be notified, unless it was published more than a day ago',
      notifiedCount: 'how many were notified, of new items only',
    },
    columns: {
      title: { kind: cells.textUpTo(newsLength.title), isRequired: true, to: 'title' },
      isAdvertising: {
        kind: cells.flag,
        isRequired: false,
        to: 'isAdvertising',
        note: 'empty keeps what is stored, of a new item false',
      },
    },
    derive: ({ contentHtml }) => (contentHtml ? { preview: previewOf(String(contentHtml)) } : {}),
    prepare: followNews,
  }),
  tableFormat('absences', 'Reported absences', absences),
  tableFormat('tickets', 'Tickets', tickets, { omit: ['version'] }),
  tableFormat('ticketMessages', 'Replies, further answers and notes of tickets', ticketMessages),
  tableFormat('pictures', 'Pictures of people', avatars),
]
