import type { PgTable } from 'drizzle-orm/pg-core'
import { banners, events } from '#server/db/schema/content.ts'
import { baskets, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import * as learning from '#server/db/schema/learning.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import * as programs from '#server/db/schema/programs.ts'
import { conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import type { Agreement } from './agreements.ts'
import { conversationsOf, examsOf } from './appointments.ts'
import { bannersOf } from './banners.ts'
import { contractsOf } from './contracts.ts'
import type { SubjectCode } from './curriculum.ts'
import { eventsOf } from './events.ts'
import { campaignOf, slotRows } from './frame.ts'
import { gradeBookOf } from './grade-books.ts'
import { type Journals, journalsOf, kindsOfMarks, scales } from './journals.ts'
import { type Lesson, lessonsOf, selfStudyOf } from './lessons.ts'
import type { Student } from './people.ts'
import { resultsOf } from './progress.ts'
import type { School } from './school.ts'

/** Rows for one table, all with the same keys. */
export type Batch = { table: PgTable; rows: readonly Record<string, unknown>[] }

const studentsAtATime = 400

/** Every row of the school in an order that foreign keys allow, a portion at a time. */
export function* rowsOf(school: School): Generator<Batch> {
  yield* framework(school)
  const lessonsOfGroup = new Map<string, Lesson[]>()
  yield* calendar(school, lessonsOfGroup)
  const journals = allJournals(school)
  yield* journalRows(journals)

  const agreementsOfStudent = Map.groupBy(school.agreements, ({ student }) => student.person.id)
  for (const students of portions(school.people.students, studentsAtATime)) {
    yield* appointments(school, students, agreementsOfStudent)
    yield* results(school, students, agreementsOfStudent, lessonsOfGroup)
    yield* gradeBooks(school, students, journals)
  }
  yield* money(school)
  yield batch(events, eventsOf(school.random.fork('events'), school.today, school.plan.timeZone))
  yield batch(banners, bannersOf(school.random.fork('banners'), school.today))
}

function* framework({ frame, people, memberships, program2035 }: School): Generator<Batch> {
  yield batch(users, people.users.map(toUserRow))
  yield batch(userRoles, people.roles)
  yield batch(guardianships, people.guardianships)
  yield batch(programs.territories, frame.territories)
  yield batch(programs.subjects, frame.subjects)
  yield batch(
    programs.programs,
    frame.programs.map(({ id, title, description, subject, branch, grades }) => ({
      id,
      title,
      description,
      subjectCode: subject,
      branch,
      grades: [...grades],
    })),
  )
  yield batch(programs.campaigns, frame.campaigns)
  yield batch(
    programs.studyGroups,
    frame.groups.map(({ row }) => row),
  )
  yield batch(programs.slots, frame.groups.flatMap(slotRows))
  yield batch(programs.groupMemberships, memberships)
  yield batch(programs.opportunities, program2035.opportunities)
  yield batch(programs.opportunityGroups, program2035.opportunityGroups)
  yield batch(programs.offers, program2035.offers)
  yield batch(programs.enrolments, program2035.enrolments)
  yield batch(baskets, program2035.baskets)
}

function* calendar(
  { frame, people, random, plan: { now, timeZone } }: School,
  found: Map<string, Lesson[]>,
): Generator<Batch> {
  const { year } = frame
  yield batch(
    vacations,
    Object.values(['school', 'academy', 'college'] as const).flatMap((branch) =>
      year.vacations[branch].map((vacation) => ({
        id: random.fork(`${branch} ${vacation.title}`).uuid(),
        campaignId: campaignOf(frame, branch).id,
        ...vacation,
      })),
    ),
  )
  const world = { now, timeZone, year, substitutes: people.teachers }
  for (const groups of portions(frame.groups, 50)) {
    for (const group of groups)
      found.set(group.row.id, lessonsOf(random.fork(`lessons ${group.row.title}`), group, world))
    yield batch(
      lessons,
      groups.flatMap((group) => (found.get(group.row.id) ?? []).map(({ day: _, ...row }) => row)),
    )
    yield batch(
      selfStudyItems,
      groups.flatMap((group) => selfStudyOf(random.fork(`self study ${group.row.title}`), group, world)),
    )
  }
}

function allJournals({ random, frame, people }: School): Journals[] {
  return [frame.lastYear, frame.year].flatMap((year) =>
    journalsOf(random.fork(`journals ${year === frame.year}`), frame, year, people.teachers),
  )
}

function* journalRows(journals: readonly Journals[]): Generator<Batch> {
  yield batch(learning.gradeScales, scales)
  yield batch(learning.markTypes, kindsOfMarks)
  yield batch(learning.terms, [...new Set(journals.flatMap(({ terms }) => terms))])
  yield batch(
    learning.courses,
    journals.flatMap(({ courses }) => courses.map(({ row }) => row)),
  )
  yield batch(
    learning.journalColumns,
    journals.flatMap(({ courses }) => courses.flatMap(({ columns }) => columns)),
  )
}

type AgreementsOfStudent = ReadonlyMap<string, readonly Agreement[]>

function* appointments(
  school: School,
  students: readonly Student[],
  agreements: AgreementsOfStudent,
): Generator<Batch> {
  const { frame, people, random, plan } = school
  const world = { frame, timeZone: plan.timeZone, teachers: people.teachers }
  const learners = students.filter(({ person }) => agreements.has(person.id))
  const codesOf = ({ person }: Student) =>
    (agreements.get(person.id) ?? []).map(({ program }): SubjectCode => program.subject)
  yield batch(
    exams,
    learners.flatMap((student) => examsOf(random.fork(`exams ${student.person.id}`), student, world, codesOf(student))),
  )
  yield batch(
    conversations,
    learners.flatMap((student) => conversationsOf(random.fork(`talks ${student.person.id}`), student, world)),
  )
}

function* results(
  { random, today }: School,
  students: readonly Student[],
  agreements: AgreementsOfStudent,
  lessonsOfGroup: ReadonlyMap<string, Lesson[]>,
): Generator<Batch> {
  for (const few of portions(students, 40)) {
    const rows = few.flatMap(({ person }) =>
      (agreements.get(person.id) ?? [])
        .filter(({ status }) => status !== 'Open' && status !== 'NotPaid')
        .flatMap((agreement) =>
          resultsOf(
            random.fork(`results ${person.id} ${agreement.program.mark}`),
            agreement,
            lessonsOfGroup.get(agreement.group?.row.id ?? '') ?? [],
            today,
          ),
        ),
    )
    yield batch(learning.lessonResults, rows)
  }
}

function* gradeBooks(
  { random, frame, today, plan }: School,
  students: readonly Student[],
  journals: readonly Journals[],
): Generator<Batch> {
  for (const few of portions(students, 40)) {
    const books = few.flatMap((student) =>
      journals
        .filter((journal) => isOf(student, journal, frame.year.label))
        .map((journal) =>
          gradeBookOf(
            random.fork(`book ${student.person.id} ${journal.year === frame.year}`),
            student,
            journal,
            today,
            plan.timeZone,
          ),
        ),
    )
    yield batch(
      learning.gradeBooks,
      books.map(({ book }) => book),
    )
    yield batch(
      learning.gradeBookCourses,
      books.flatMap(({ courses }) => courses),
    )
    yield batch(
      learning.termMarks,
      books.flatMap(({ termMarks }) => termMarks),
    )
    yield batch(
      learning.marks,
      books.flatMap(({ marks }) => marks),
    )
    yield batch(
      learning.markHistory,
      books.flatMap(({ history }) => history),
    )
  }
}

/** This year's book of the student's class; the shown students have last year's, too. */
function isOf({ branch, grade, isShown }: Student, journals: Journals, label: string): boolean {
  if (journals.branch !== branch) return false
  if (journals.year.label === label) return journals.grade === null || journals.grade === grade
  return isShown && (journals.grade === null || journals.grade === Math.max(1, (grade ?? 1) - 1))
}

function* money({ random, agreements, today, plan: { timeZone } }: School): Generator<Batch> {
  const byCustomer = [...Map.groupBy(agreements, ({ student }) => student.customer.id)]
  for (const some of portions(byCustomer, 500)) {
    const signed = some.flatMap(([id, own]) => contractsOf(random.fork(`contracts ${id}`), own, { today, timeZone }))
    const lines = signed.flatMap((contract) => contract.payments)
    yield batch(
      contracts,
      signed.map(({ row }) => row),
    )
    yield batch(
      payments,
      lines.map(({ row }) => row),
    )
    yield batch(
      operations,
      lines.flatMap((line) => line.operations),
    )
  }
}

function batch<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): Batch {
  return { table, rows }
}

function* portions<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Whoever came from the generator has every key, so that the batch can be written as one. */
function toUserRow(person: typeof users.$inferInsert): typeof users.$inferInsert {
  const {
    id,
    subject,
    firstName,
    lastName,
    patronym,
    email,
    phone,
    crmUuid,
    grade,
    hasPassword,
    lastSignInAt,
    createdAt,
  } = person
  return {
    id,
    subject,
    firstName,
    lastName,
    patronym,
    email,
    phone,
    crmUuid,
    grade,
    hasPassword,
    lastSignInAt,
    createdAt,
    updatedAt: createdAt,
  }
}
