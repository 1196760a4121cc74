import { banners, events, schoolNews } from '#server/db/schema/content.ts'
import { baskets, contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { auditEntries, linkedAccounts } from '#server/db/schema/identity.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import * as tables from '#server/db/schema/programs.ts'
import { absences, ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { avatars } from '#server/db/schema/storage.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { createContractStates } from '#server/demo/enrolment/contracts.ts'
import { linkedAccountRows } from '#server/demo/people/personal-details.ts'
import { auditLogEntries } from './content/audit-log.ts'
import { bannerRows } from './content/banners.ts'
import { eventRows } from './content/events.ts'
import { impersonationEntries } from './content/impersonations.ts'
import { importRunRows } from './content/import-runs.ts'
import { newsRows } from './content/school-news.ts'
import { signInAuthors, ticketRows } from './content/tickets.ts'
import { createContracts } from './enrolment/contracts.ts'
import type { School } from './enrolment/create-school.ts'
import { addOnlinePayments } from './enrolment/online-payments.ts'
import { type PlannedContract, priceAtSigning } from './enrolment/planned-contracts.ts'
import { purchaseRows } from './enrolment/purchases.ts'
import { terminationEntries, terminationRows } from './enrolment/terminations.ts'
import { transferRows } from './enrolment/transfers.ts'
import { absenceRows } from './learning/absences.ts'
import { createSchoolJournals, gradeBookRows, journalRows } from './learning/journal-rows.ts'
import { appointmentRows, calendarRows, resultRows } from './learning/lesson-rows.ts'
import type { Lesson } from './learning/lessons.ts'
import { personalDetailRows } from './people/personal-details.ts'
import { portraitRows } from './people/portraits.ts'
import { type Batch, batch, portions } from './rows/row-batch.ts'
import { slotRows } from './structure/school-structure.ts'

const studentsAtATime = 40
const customersAtATime = 500

/** All rows of the school in batches, in an order that satisfies foreign keys. */
export function* schoolRows(school: School): Generator<Batch> {
  const written = ticketRows(school.random.fork('tickets'), school, { ...school.plan, today: school.today })
  signInAuthors(school.people, written)
  const visits = impersonationEntries(school.random.fork('visits'), school.people, school.plan.now)
  yield* framework(school)

  const lessonsOfGroup = new Map<string, Lesson[]>()
  yield* calendarRows(school, lessonsOfGroup)
  yield batch(absences, absenceRows(school, lessonsOfGroup))
  const journals = createSchoolJournals(school)
  yield* journalRows(journals)

  const agreementsOfStudent = Map.groupBy(school.agreements, ({ student }) => student.person.id)
  for (const students of portions(school.people.students, studentsAtATime)) {
    yield* appointmentRows(school, students, agreementsOfStudent)
    yield* resultRows(school, students, agreementsOfStudent, lessonsOfGroup)
    yield* gradeBookRows(school, students, journals)
  }

  const contractOf = new Map<PlannedContract, string>()
  yield* money(school, contractOf, lessonsOfGroup)
  yield* transferRows(school.random.fork('move rows'), school.transfers, contractOf, school.plan)
  yield* purchaseRows(school.random.fork('purchases'), school.purchases, { ...school.plan, today: school.today })
  yield batch(events, eventRows(school.random.fork('events'), school.today, school.plan.timeZone))
  yield batch(banners, bannerRows(school.random.fork('banners'), school.today))
  yield batch(schoolNews, newsRows(school))
  yield batch(tickets, written.rows)
  yield batch(ticketMessages, written.messages)
  yield batch(auditEntries, visits)
  const logged = auditLogEntries(school.random.fork('audit log'), school.people, school.plan.now)
  yield batch(auditEntries, logged)
  const bankFiles = logged.flatMap(({ action, at, detail }) =>
    action === 'import.payments' && at && detail ? [{ at, detail }] : [],
  )
  yield* importRunRows(school, bankFiles)
}

function* framework({ structure, people, memberships, programme2035, random }: School): Generator<Batch> {
  const programs = structure.programs.map(({ id, title, description, subject, branch, grades }) => {
    return { id, title, description, subjectCode: subject, branch, grades: [...grades] }
  })
  const groups = structure.groups.map(({ row }) => row)

  const portraits = portraitRows(random.fork('portraits'), people)

  yield batch(users, people.users)
  yield batch(userRoles, people.roles)
  yield batch(guardianships, people.guardianships)
  yield batch(avatars, portraits)
  yield batch(personalDetails, personalDetailRows(people))
  yield batch(linkedAccounts, linkedAccountRows(people.users))
  yield batch(tables.territories, structure.territories)
  yield batch(tables.subjects, structure.subjects)
  yield batch(tables.programs, programs)
  yield batch(tables.campaigns, structure.campaigns)
  yield batch(tables.studyGroups, groups)
  yield batch(tables.slots, structure.groups.flatMap(slotRows))
  yield batch(tables.groupMemberships, memberships)
  yield batch(tables.opportunities, programme2035.opportunities)
  yield batch(tables.opportunityGroups, programme2035.opportunityGroups)
  yield batch(tables.offers, programme2035.offers)
  yield batch(tables.enrolments, programme2035.enrolments)
  yield batch(baskets, programme2035.baskets)
}

/** Contracts with a transfer are also added to `contractOf`. */
function* money(
  { random, agreements, today, plan: { now, timeZone, bankOrigin } }: School,
  contractOf: Map<PlannedContract, string>,
  lessonsOfGroup: ReadonlyMap<string, readonly Lesson[]>,
): Generator<Batch> {
  const byCustomer = [...Map.groupBy(agreements, ({ student }) => student.customer.id)]
  for (const some of portions(byCustomer, customersAtATime)) {
    const signed = some.flatMap(([id, own]) => {
      const charged = own.map((agreement) => {
        const lessons = lessonsOfGroup.get(agreement.group?.row.id ?? '') ?? []
        return { ...agreement, total: priceAtSigning(agreement, lessons, timeZone) }
      })
      const made = createContracts(random.fork(`contracts ${id}`), charged, { today, timeZone })
      const ofStates = random.fork(`states ${id}`)
      return made.map((contract, index) => {
        const agreement = own[index] as PlannedContract
        contractOf.set(agreement, contract.row.id)
        return {
          ...contract,
          agreement,
          states: createContractStates(ofStates, contract, agreement, { now, today, timeZone }),
        }
      })
    })
    const online = !bankOrigin
      ? []
      : addOnlinePayments(random.fork('online payments'), signed, { now, timeZone, bankOrigin })
    const signedRows = signed.map(({ row }) => row)
    const lines = signed.flatMap((contract) => contract.payments)
    const lineRows = lines.map(({ row }) => row)
    const moved = lines.flatMap((line) => line.operations)
    yield batch(contracts, signedRows)
    yield batch(
      contractStates,
      signed.flatMap(({ states }) => states),
    )
    yield batch(payments, lineRows)
    yield batch(operations, moved)
    const ended = bankOrigin ? signed : []
    const asked = terminationRows(random.fork('terminations'), ended, lessonsOfGroup, today)
    yield batch(terminations, asked)
    const numbers = new Map(signedRows.map(({ id, number }) => [id, number]))
    yield batch(auditEntries, terminationEntries(random.fork('termination entries'), asked, numbers))
    yield* online
  }
}
