// Database: none.
import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { lessonFormats, lessonStates, operationKinds, paymentStatuses, ticketStates } from '#contract/enumerations.ts'
import { groupsHeld, roleGroups, roles } from '#contract/roles.ts'
import type { events } from '#server/db/schema/content.ts'
import type { contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import type { auditEntries } from '#server/db/schema/identity.ts'
import type { importRuns } from '#server/db/schema/integration.ts'
import {
  attendances,
  type courses,
  type gradeBookCourses,
  type gradeBooks,
  homeworkStates,
  type journalColumns,
  type lessonResults,
  type markHistory,
  type marks,
} from '#server/db/schema/learning.ts'
import type { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import type {
  campaigns,
  groupMemberships,
  programs,
  slots,
  studyGroups,
  territories,
} from '#server/db/schema/programs.ts'
import type { conversations, exams, lessons, selfStudyItems, tickets, vacations } from '#server/db/schema/schedule.ts'
import type { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { createSchool, type SchoolPlan } from '#server/demo/enrolment/create-school.ts'
import { schoolRows } from '#server/demo/school-rows.ts'
import { sanitizeRichText } from '#server/html/rich-text.ts'
import { demoAccounts, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, dayInZone } from '#server/time/calendar-days.ts'

type Rows = {
  users: (typeof users.$inferSelect)[]
  user_roles: (typeof userRoles.$inferSelect)[]
  guardianships: (typeof guardianships.$inferSelect)[]
  territories: (typeof territories.$inferSelect)[]
  programs: (typeof programs.$inferSelect)[]
  campaigns: (typeof campaigns.$inferSelect)[]
  study_groups: (typeof studyGroups.$inferSelect)[]
  slots: (typeof slots.$inferSelect)[]
  transfers: (typeof transfers.$inferSelect)[]
  waiting_list_entries: (typeof waitingListEntries.$inferSelect)[]
  group_memberships: (typeof groupMemberships.$inferSelect)[]
  lessons: (typeof lessons.$inferSelect)[]
  self_study_items: (typeof selfStudyItems.$inferSelect)[]
  exams: (typeof exams.$inferSelect)[]
  conversations: (typeof conversations.$inferSelect)[]
  vacations: (typeof vacations.$inferSelect)[]
  contracts: (typeof contracts.$inferSelect)[]
  contract_states: (typeof contractStates.$inferSelect)[]
  payments: (typeof payments.$inferSelect)[]
  operations: (typeof operations.$inferSelect)[]
  grade_books: (typeof gradeBooks.$inferSelect)[]
  journal_columns: (typeof journalColumns.$inferSelect)[]
  courses: (typeof courses.$inferSelect)[]
  grade_book_courses: (typeof gradeBookCourses.$inferSelect)[]
  marks: (typeof marks.$inferSelect)[]
  mark_history: (typeof markHistory.$inferSelect)[]
  lesson_results: (typeof lessonResults.$inferSelect)[]
  events: (typeof events.$inferSelect)[]
  tickets: (typeof tickets.$inferSelect)[]
  audit_entries: (typeof auditEntries.$inferSelect)[]
  import_runs: (typeof importRuns.$inferSelect)[]
}

const usual = { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Moscow', families: 60, seed: 'lichny-kabinet' }

function rowsAt(plan: Partial<SchoolPlan> = {}): Rows {
  const found: Record<string, unknown[]> = {}
  for (const { table, rows } of schoolRows(createSchool({ ...usual, ...plan }))) {
    const name = getTableName(table)
    found[name] = [...(found[name] ?? []), ...rows]
  }
  return found as Rows
}

const sorted = (values: Iterable<string>) => [...new Set(values)].sort()

const nightly = ['nightly']
const days = [
  { today: '2026-11-20', tags: [], possible: paymentStatuses },
  // Only first instalments are due on the first day of the year, and without them a contract is not concluded.
  { today: '2026-09-01', tags: nightly, possible: paymentStatuses.filter((status) => status !== 'Error') },
  { today: '2027-07-18', tags: nightly, possible: paymentStatuses },
]

for (const { today, tags, possible } of days)
  describe(`the school of ${today}`, { tags }, () => {
    const now = new Date(`${today}T09:00:00Z`)
    let school: Rows
    beforeAll(() => {
      school = rowsAt({ now })
    })

    test('is as large as promised', () => {
      expect(school.programs.length).toBeGreaterThanOrEqual(12)
      expect(school.study_groups.length).toBeGreaterThanOrEqual(40)
      expect(school.territories.length).toBe(5)
      const parents = school.guardianships.map(({ guardianId }) => guardianId)
      expect(new Set(parents).size).toBeGreaterThanOrEqual(60)
    })

    test('has every value of every enumeration', () => {
      expect(sorted(school.payments.map(({ status }) => status))).toEqual(sorted(possible))
      expect(sorted(school.operations.map(({ kind }) => kind))).toEqual(sorted(operationKinds))
      expect(sorted(school.contracts.map(({ format }) => format))).toEqual(sorted(lessonFormats))
      expect(sorted(school.lessons.map(({ format }) => format))).toEqual(sorted(lessonFormats))
      expect(sorted(school.lessons.map(({ state }) => state))).toEqual(sorted(lessonStates))
      expect(sorted(school.events.map(({ format }) => format))).toEqual(sorted(lessonFormats))
    })

    test('has tickets in every state for each author with several, and the sanitizer changes none', () => {
      const ticketsOf = [...Map.groupBy(school.tickets, ({ authorId }) => authorId).values()]
      // The teacher has one; a family and a student write to their teachers, a parent to a curator.
      expect(ticketsOf.map(({ length }) => length > 1)).toEqual([true, true, true, false, true, false, false])
      for (const tickets of ticketsOf.slice(0, 3)) {
        expect(sorted(tickets.map(({ state }) => state))).toEqual(sorted(ticketStates))
      }
      // Taking a message sets both.
      const untaken = school.tickets.filter(({ state, assigneeId }) => state === 'inProgress' && assigneeId === null)
      expect(untaken).toEqual([])
      const texts = school.tickets.flatMap(({ contentHtml, answerHtml }) => [contentHtml, answerHtml ?? ''])
      expect(texts.map(sanitizeRichText)).toEqual(texts)
      const late = school.tickets.filter(
        ({ createdAt, answeredAt }) => createdAt >= now || (answeredAt ?? createdAt) < createdAt,
      )
      expect(late).toEqual([])
    })

    test('has a sign-in of each administrator who acts as another user', () => {
      const actors = school.audit_entries.flatMap(({ action, actorId, at }) =>
        action === 'impersonation.started' ? [{ actorId, at }] : [],
      )
      const signedIn = new Map(school.users.map(({ id, lastSignInAt }) => [id, lastSignInAt ?? new Date(0)]))
      const last = [...Map.groupBy(actors, ({ actorId }) => actorId ?? '')].map(([id, starts]) => {
        return { id, at: new Date(Math.max(...starts.map(({ at }) => at.getTime()))) }
      })
      expect(last.length).toBeGreaterThan(1)
      const minute = 60_000
      expect(
        last.filter(({ id, at }) => (signedIn.get(id) ?? new Date(0)).getTime() < at.getTime() - 7 * minute),
      ).toEqual([])
    })

    test('has each file of the log of imports in their history, with one that left rows out as the last', () => {
      const logged = school.audit_entries.filter(({ action }) => action.startsWith('import.'))
      const fileOf = ({ detail }: (typeof logged)[number]) => detail?.split(': ')[0] ?? ''
      expect(sorted(logged.map(fileOf))).toEqual(sorted(school.import_runs.map(({ fileName }) => fileName)))
      const [last] = school.import_runs.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      expect(last?.faults).toBe(2)
    })

    test('counts the taken places, with a full group and one with a single place left', () => {
      const present = school.group_memberships.filter(({ leftOn }) => leftOn === null).map(({ groupId }) => groupId)
      const keptByMoves = school.transfers
        .filter(({ state }) => state === 'coming')
        .map(({ fromGroupId }) => fromGroupId)
      const held = school.waiting_list_entries.filter(({ state }) => state === 'held').map(({ groupId }) => groupId)
      const isKept = (status: string) => status === 'Open' || status === 'Frozen'
      const kept = school.contracts.flatMap(({ status, groupId }) => (isKept(status) && groupId ? [groupId] : []))
      const taken = Map.groupBy([...present, ...kept, ...keptByMoves, ...held], (groupId) => groupId)
      expect(school.study_groups.map(({ placesTaken }) => placesTaken)).toEqual(
        school.study_groups.map(({ id }) => taken.get(id)?.length ?? 0),
      )
      const left = school.study_groups.map(({ placesTotal, placesTaken }) => placesTotal - placesTaken)
      expect(Math.min(...left)).toBe(0)
      expect(left).toContain(1)
    })

    test('gives members of groups that have begun lessons within a month before and after today', () => {
      const near = (day: string) => addDays(today, -31) <= day && day <= addDays(today, 31)
      const groupsWithLessons = new Set(
        school.lessons
          .filter(({ startsAt }) => near(dayInZone(startsAt, usual.timeZone)))
          .map(({ groupId }) => groupId),
      )
      expect(school.study_groups.filter(({ id }) => !groupsWithLessons.has(id))).toEqual([])
    })

    test('schedules no lessons in vacations or outside the dates of the group', () => {
      const groups = new Map(school.study_groups.map((group) => [group.id, group]))
      const wrong = school.lessons.filter(({ groupId, startsAt, state }) => {
        const group = groups.get(groupId)
        const day = dayInZone(startsAt, usual.timeZone)
        if (!group || day < group.startsOn || day > addDays(group.endsOn, 1)) return true
        const free = school.vacations.filter(({ campaignId }) => campaignId === group.campaignId)
        return state !== 'moved' && free.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
      })
      expect(wrong).toEqual([])
    })

    test('has recordings of online lessons and no links to join past ones', () => {
      const online = school.lessons.filter(({ format, state }) => format !== 'offline' && state !== 'cancelled')
      const over = online.filter(({ endsAt }) => endsAt < now)
      expect(over.filter(({ recordingUrl, joinUrl }) => recordingUrl === null || joinUrl !== null)).toEqual([])
      expect(school.lessons.filter(({ format, place }) => (format === 'offline') !== (place !== null))).toEqual([])
      expect(school.lessons.some(({ isFirstWeek }) => isFirstWeek)).toBe(true)
    })

    test('has no marks in the future, of which a journal knows only retakes', () => {
      const ahead = school.journal_columns.filter(({ heldOn }) => heldOn > today)
      expect(ahead.filter(({ topic }) => topic !== 'Пересдача')).toEqual([])
      const marked = new Set(school.marks.map(({ columnId }) => columnId))
      expect(ahead.filter(({ id }) => marked.has(id))).toEqual([])
      const startsAt = new Map(school.lessons.map((lesson) => [lesson.id, lesson.startsAt]))
      const early = school.lesson_results.filter(({ lessonId, attendance }) => {
        const start = startsAt.get(lessonId)
        return attendance !== 'planned' && start !== undefined && start > now
      })
      expect(early).toEqual([])
    })

    test('has in each variant lessons not held, absences, missing marks and courses with a reason for no journal', () => {
      const branchOf = new Map(school.journal_columns.map(({ id, branch }) => [id, branch]))
      const everyBranch = ['academy', 'college', 'school']
      expect(sorted(school.journal_columns.filter(({ held }) => !held).map(({ branch }) => branch))).toEqual(
        everyBranch,
      )
      const absent = school.marks.filter((mark) => mark.absent)
      expect(sorted(absent.map(({ columnId }) => branchOf.get(columnId) ?? ''))).toEqual(everyBranch)
      const coursesOf = Map.groupBy(school.grade_book_courses, ({ bookId }) => bookId)
      const columnsOf = Map.groupBy(school.journal_columns, ({ courseId }) => courseId)
      const marksOf = Map.groupBy(school.marks, ({ bookId }) => bookId)
      const withGaps = school.grade_books.filter(({ id }) => {
        const held = (coursesOf.get(id) ?? []).flatMap(({ courseId }) => columnsOf.get(courseId) ?? [])
        return held.filter((column) => column.held).length > (marksOf.get(id)?.length ?? 0)
      })
      const campaignBranch = new Map(school.campaigns.map(({ id, branch }) => [id, branch]))
      const branchesOf = (campaignIds: string[]) => sorted(campaignIds.map((id) => campaignBranch.get(id) ?? ''))
      expect(branchesOf(withGaps.map(({ campaignId }) => campaignId))).toEqual(everyBranch)
      const silent = school.courses.filter(({ noJournalReason }) => noJournalReason)
      expect(branchesOf(silent.map(({ campaignId }) => campaignId))).toEqual(everyBranch)
    })
  })

let school: Rows
beforeAll(() => {
  school = rowsAt()
})

test('charges who signs after the start of a group for the lessons that are left, as a purchase does', () => {
  const groupOf = new Map(school.study_groups.map((group) => [group.id, group]))
  const held = Map.groupBy(
    school.lessons.filter(({ state }) => state !== 'cancelled'),
    ({ groupId }) => groupId,
  )
  const charged = school.contracts.flatMap(({ status, groupId, total, createdAt }) => {
    const group = groupOf.get(groupId ?? '')
    const signedOn = dayInZone(createdAt, usual.timeZone)
    if (status !== 'Open' || !group || signedOn < group.startsOn) return []
    const lessons = held.get(group.id) ?? []
    const left = lessons.filter(({ startsAt }) => dayInZone(startsAt, usual.timeZone) > signedOn).length
    return [{ total, part: (group.price * left) / lessons.length, price: group.price }]
  })
  expect(charged.length).toBeGreaterThan(3)
  expect(charged.filter(({ total, price }) => total >= price)).toEqual([])
  expect(charged.filter(({ total, part }) => total > part || total <= part - 100)).toEqual([])
})

test('gives no two pieces of work of a group the same name', () => {
  const names = school.self_study_items.map(({ groupId, title }) => `${groupId} ${title}`)
  expect(names.length).toBeGreaterThan(100)
  expect(new Set(names).size).toBe(names.length)
})

test('has every attendance and every homework state', () => {
  const { lesson_results: results } = school
  expect(sorted(results.map(({ attendance }) => attendance))).toEqual(sorted(attendances))
  expect(sorted(results.map(({ homeworkState }) => homeworkState))).toEqual(sorted(homeworkStates))
})

test.each([
  ['before vacations', '2026-12-22', '2027-01-11'],
  ['at the end of the term', '2027-01-20', '2027-01-25'],
])('a retake %s is on a day of the term with lessons', (_, today, retakenOn) => {
  const { journal_columns } = rowsAt({ now: new Date(`${today}T09:00:00Z`), families: 10 })
  const retakes = journal_columns.filter(({ topic }) => topic === 'Пересдача')
  expect(sorted(retakes.map(({ heldOn }) => heldOn))).toEqual([retakenOn])
})

test('is the same for the same seed and different for another one', { tags: nightly }, () => {
  expect(JSON.stringify(rowsAt())).toBe(JSON.stringify(school))
  expect(rowsAt({ seed: 'another', families: 10 }).users[0]).not.toEqual(school.users[0])
})

test('grows with the number of families; a smaller school remains possible', { tags: nightly }, () => {
  const families = (rows: Rows) => new Set(rows.guardianships.map(({ guardianId }) => guardianId)).size
  expect(families(rowsAt({ families: 10 }))).toBeLessThan(25)
  expect(families(school)).toBeGreaterThanOrEqual(usual.families)
})

const daysOfWeek = [
  { dayOfMonth: 16, tags: nightly },
  { dayOfMonth: 19, tags: nightly },
  { dayOfMonth: 22, tags: [] },
]

for (const { dayOfMonth, tags } of daysOfWeek)
  describe(`seeded on 2026-11-${dayOfMonth}, a day of one week`, { tags }, () => {
    const now = new Date(`2026-11-${dayOfMonth}T09:00:00Z`)
    const week = { from: new Date('2026-11-16T00:00:00+03:00'), until: new Date('2026-11-23T00:00:00+03:00') }

    test('parent, family and student each have a moved and a cancelled lesson in the current week', () => {
      const { users, guardianships, group_memberships, lessons } = rowsAt({ now })
      const statesOf = ['parent', 'family', 'student'].map((login) => {
        const id = users.find(({ subject }) => subject === demoSubject(login))?.id ?? ''
        const children = guardianships.filter(({ guardianId }) => guardianId === id).map(({ childId }) => childId)
        const seen = lessons.filter(({ groupId, startsAt }) => {
          const day = dayInZone(startsAt, usual.timeZone)
          return group_memberships.some(
            ({ studentId, joinedOn, leftOn, ...of }) =>
              of.groupId === groupId &&
              [id, ...children].includes(studentId) &&
              joinedOn <= day &&
              (leftOn === null || day < leftOn) &&
              startsAt >= week.from &&
              startsAt < week.until,
          )
        })
        return [login, sorted(seen.flatMap(({ state }) => (state === 'planned' ? [] : [state])))]
      })
      expect(statesOf).toEqual(['parent', 'family', 'student'].map((login) => [login, ['cancelled', 'moved']]))
    })
  })

describe('the accounts', () => {
  const groupsOf = (login: string) => groupsHeld(demoAccounts.find((account) => account.login === login)?.roles ?? [])

  test('exist for each of the 19 roles, alone or with others, with unique logins', () => {
    expect(roles.filter((role) => !demoAccounts.some((account) => account.roles.includes(role)))).toEqual([])
    expect(new Set(demoAccounts.map(({ login }) => login)).size).toBe(demoAccounts.length)
  })

  test('include one with parent, teacher and administrator roles, and one without a role', () => {
    expect(groupsOf('mixed')).toEqual(roleGroups.filter((group) => group !== 'student'))
    expect(groupsOf('no-role')).toEqual([])
  })

  test('include a second account of a person, which is not in the records and can be joined', () => {
    const [first, second] = ['spo-parent', 'second-account'].map((login) =>
      school.users.find(({ subject }) => subject === demoSubject(login)),
    )
    const nameOf = (user: typeof first) => [user?.lastName, user?.firstName, user?.patronym]
    expect(nameOf(second)).toEqual(nameOf(first))
    expect([first?.crmUuid, second?.crmUuid]).toEqual([expect.any(String), null])
    expect(second).toMatchObject({ email: 'second-account@demo.example', phone: null })
  })

  test('include a parent with three children: in school, academy and college', () => {
    const parent = school.users.find(({ subject }) => subject === demoSubject('family'))
    const children = school.guardianships
      .filter(({ guardianId }) => guardianId === parent?.id)
      .map(({ childId }) => childId)
    const books = school.grade_books.filter(({ studentId }) => children.includes(studentId))
    const branchOf = new Map(school.campaigns.map(({ id, branch }) => [id, branch]))
    expect(children.length).toBe(3)
    expect(sorted(books.map(({ campaignId }) => branchOf.get(campaignId) ?? ''))).toEqual([
      'academy',
      'college',
      'school',
    ])
  })

  test('let that parent pay for three children at once, without debts', () => {
    const parent = school.users.find(({ subject }) => subject === demoSubject('family'))
    const contracts = school.contracts.filter(({ customerId }) => customerId === parent?.id)
    const contractOf = new Map(contracts.map((contract) => [contract.id, contract]))
    const due = school.payments.filter(({ contractId, status }) => contractOf.has(contractId) && status === 'Open')
    const next = due.map(({ dueOn }) => dueOn).sort()[0] ?? ''
    expect(next >= dayInZone(usual.now, usual.timeZone)).toBe(true)
    const students = due
      .filter(({ dueOn }) => dueOn === next)
      .map(({ contractId }) => contractOf.get(contractId)?.studentId)
    expect(new Set(students).size).toBe(3)
  })
})
