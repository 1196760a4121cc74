// Database: none.
import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  contractStatuses,
  lessonFormats,
  lessonStates,
  operationKinds,
  paymentSchemes,
  paymentStatuses,
  ticketStates,
} from '#contract/enumerations.ts'
import { groupsHeld, roleGroups, roles } from '#contract/roles.ts'
import { addDays, dayInZone } from '#server/calendar-days.ts'
import type { events } from '#server/db/schema/content.ts'
import type { contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
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
import type { groupQueue, transfers } from '#server/db/schema/transfers.ts'
import { createSchool, type SchoolPlan } from '#server/demo/school.ts'
import { schoolRows } from '#server/demo/school-rows.ts'
import { demoAccounts, demoSubject } from '#server/idp/demo-accounts.ts'
import { sanitizeTicket } from '#server/people/tickets/rules.ts'
import { balanceOf } from '#tests/support/schools/payment-histories.ts'

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
  group_queue: (typeof groupQueue.$inferSelect)[]
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

describe.each(['2026-11-20', '2026-09-01', '2027-07-18', '2028-02-29'])('the school of %s', (today) => {
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

  test('has contracts in every status with every payment scheme', () => {
    const every = contractStatuses.flatMap((status) => paymentSchemes.map((scheme) => `${status} ${scheme}`))
    expect(sorted(school.contracts.map(({ status, paymentScheme }) => `${status} ${paymentScheme}`))).toEqual(
      sorted(every),
    )
  })

  test('has every value of every enumeration', () => {
    expect(sorted(school.payments.map(({ status }) => status))).toEqual(sorted(paymentStatuses))
    expect(sorted(school.operations.map(({ kind }) => kind))).toEqual(sorted(operationKinds))
    expect(sorted(school.contracts.map(({ format }) => format))).toEqual(sorted(lessonFormats))
    expect(sorted(school.lessons.map(({ format }) => format))).toEqual(sorted(lessonFormats))
    expect(sorted(school.lessons.map(({ state }) => state))).toEqual(sorted(lessonStates))
    expect(sorted(school.events.map(({ format }) => format))).toEqual(sorted(lessonFormats))
  })

  test('has tickets in every state for each author, and the sanitizer changes none', () => {
    const lettersOf = Map.groupBy(school.tickets, ({ authorId }) => authorId)
    expect(lettersOf.size).toBe(3)
    for (const letters of lettersOf.values()) {
      expect(sorted(letters.map(({ state }) => state))).toEqual(sorted(ticketStates))
    }
    const texts = school.tickets.flatMap(({ contentHtml, answerHtml }) => [contentHtml, answerHtml ?? ''])
    expect(texts.map(sanitizeTicket)).toEqual(texts)
    const late = school.tickets.filter(
      ({ createdAt, answeredAt }) => createdAt >= now || (answeredAt ?? createdAt) < createdAt,
    )
    expect(late).toEqual([])
  })

  test('splits every contract into payments that add up to its total', () => {
    const linesOf = Map.groupBy(school.payments, ({ contractId }) => contractId)
    const sums = school.contracts.map(({ id }) => (linesOf.get(id) ?? []).reduce((sum, { amount }) => sum + amount, 0))
    expect(sums).toEqual(school.contracts.map(({ total }) => total))
  })

  test('records the states of every contract from its creation to the present', () => {
    const statesOf = Map.groupBy(school.contract_states, ({ contractId }) => contractId)
    const wrong = school.contracts.filter(({ id, status, createdAt }) => {
      const states = statesOf.get(id) ?? []
      const times = [createdAt, ...states.map(({ at }) => at)]
      const isInOrder = times.every((at, index) => index === 0 || (at >= (times[index - 1] ?? at) && at <= now))
      return !isInOrder || (states.at(-1)?.status ?? 'Open') !== status
    })
    expect(wrong).toEqual([])
    expect(sorted(school.contract_states.map((state) => state.status))).toEqual(
      sorted(contractStatuses.filter((status) => status !== 'Open')),
    )
  })

  test('has paid closed payments, left open payments unpaid, and returned no more than was received', () => {
    const operationsOf = Map.groupBy(school.operations, ({ paymentId }) => paymentId)
    const wrong = school.payments.filter(({ id, status, amount }) => {
      const paid = balanceOf(operationsOf.get(id) ?? [])
      if (status === 'Closed') return paid !== amount
      return paid < 0 || (status === 'Canceled' ? paid > amount : paid >= amount)
    })
    expect(wrong).toEqual([])
  })

  test('transfers the same sum to one contract that it takes from another', () => {
    const sumOf = (kind: string) =>
      school.operations.filter((operation) => operation.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
    expect(sumOf('ReceivingTransferDS')).toBe(sumOf('ReturnTransferDS'))
  })

  test('dates operations after the contract and before now', () => {
    const contractOf = new Map(school.contracts.map((contract) => [contract.id, contract]))
    const madeAt = new Map(
      school.payments.map(({ id, contractId }) => [id, contractOf.get(contractId)?.createdAt ?? now]),
    )
    expect(school.operations.filter(({ at, paymentId }) => at > now || at < (madeAt.get(paymentId) ?? now))).toEqual([])
  })

  test('counts the taken places, with a full group and one with a single place left', () => {
    const present = school.group_memberships.filter(({ leftOn }) => leftOn === null).map(({ groupId }) => groupId)
    const keptByMoves = school.transfers.filter(({ state }) => state === 'coming').map(({ fromGroupId }) => fromGroupId)
    const held = school.group_queue.filter(({ state }) => state === 'held').map(({ groupId }) => groupId)
    const bought = school.contracts.flatMap(({ status, groupId }) => (status === 'Open' && groupId ? [groupId] : []))
    const taken = Map.groupBy([...present, ...bought, ...keptByMoves, ...held], (groupId) => groupId)
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
      school.lessons.filter(({ startsAt }) => near(dayInZone(startsAt, usual.timeZone))).map(({ groupId }) => groupId),
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

  test('dates lesson changes in the past, and stores the original time of moved lessons', () => {
    const wrong = [...school.lessons, ...school.exams, ...school.conversations].filter((each) => {
      const { state, startsAt, changedAt, previousStartsAt, previousEndsAt } = each
      if (state === 'planned') return changedAt !== null
      if (changedAt === null || changedAt > now) return true
      return (
        (state === 'moved') !== (previousStartsAt !== null && previousEndsAt !== null && previousStartsAt < startsAt)
      )
    })
    expect(wrong).toEqual([])
  })

  test('has no marks in the future', () => {
    expect(school.journal_columns.filter(({ heldOn }) => heldOn > today)).toEqual([])
    const startsAt = new Map(school.lessons.map((lesson) => [lesson.id, lesson.startsAt]))
    const early = school.lesson_results.filter(({ lessonId, attendance }) => {
      const start = startsAt.get(lessonId)
      return attendance !== 'planned' && start !== undefined && start > now
    })
    expect(early).toEqual([])
  })

  test('has grade books of the three variants with marks in each, in any season', () => {
    const branchOf = new Map(school.campaigns.map(({ id, branch }) => [id, branch]))
    const marked = new Set(school.marks.map(({ bookId }) => bookId))
    const variants = school.grade_books
      .filter(({ id }) => marked.has(id))
      .map(({ campaignId }) => branchOf.get(campaignId) ?? '')
    expect(sorted(variants)).toEqual(['academy', 'college', 'school'])
  })

  test('dates marks in past lessons, and previous values before the mark', () => {
    const heldOn = new Map(school.journal_columns.map(({ id, held, heldOn }) => [id, held ? heldOn : null]))
    const wrong = school.marks.filter(({ columnId, givenAt }) => {
      const day = heldOn.get(columnId)
      return !day || givenAt > now || dayInZone(givenAt, usual.timeZone) < day
    })
    expect(wrong).toEqual([])
    const givenAt = new Map(school.marks.map((mark) => [mark.id, mark.givenAt]))
    expect(school.mark_history.filter(({ markId, at }) => at >= (givenAt.get(markId) ?? at))).toEqual([])
  })

  test('has in each variant lessons not held, absences, missing marks and courses with a reason for no journal', () => {
    const branchOf = new Map(school.journal_columns.map(({ id, branch }) => [id, branch]))
    const everyBranch = ['academy', 'college', 'school']
    expect(sorted(school.journal_columns.filter(({ held }) => !held).map(({ branch }) => branch))).toEqual(everyBranch)
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

  test('has exams and credits that were failed and then passed, and some that are still open', () => {
    const kindOf = new Map(school.journal_columns.map(({ id, branch, markType }) => [id, `${branch} ${markType}`]))
    const decisive = school.marks.filter(({ columnId }) =>
      ['college exam', 'college credit'].includes(kindOf.get(columnId) ?? ''),
    )
    const before = Map.groupBy(school.mark_history, ({ markId }) => markId)
    const isFailed = (value: string) => value === '2' || value === 'незачёт'
    const retaken = decisive.filter(({ id }) => before.has(id))
    expect(retaken.length).toBeGreaterThan(0)
    expect(
      retaken.filter(({ id, value }) => isFailed(value) || !before.get(id)?.every((was) => isFailed(was.value))),
    ).toEqual([])
    expect(decisive.some(({ id, value }) => isFailed(value) && !before.has(id))).toBe(true)
  })

  test('has past and future events', () => {
    expect(school.events.some(({ endsAt }) => endsAt < now)).toBe(true)
    expect(school.events.some(({ startsAt }) => startsAt > now)).toBe(true)
  })
})

let school: Rows
beforeAll(() => {
  school = rowsAt()
})

test('has every attendance and every homework state', () => {
  const { lesson_results: results } = school
  expect(sorted(results.map(({ attendance }) => attendance))).toEqual(sorted(attendances))
  expect(sorted(results.map(({ homeworkState }) => homeworkState))).toEqual(sorted(homeworkStates))
})

test('is the same for the same seed and different for another one', () => {
  expect(rowsAt()).toEqual(school)
  expect(rowsAt({ seed: 'another', families: 10 }).users[0]).not.toEqual(school.users[0])
})

test('keeps users and children on another day', () => {
  const later = rowsAt({ now: new Date('2027-02-02T09:00:00Z') })
  const names = ({ users: people }: Rows) => people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
  expect(names(later)).toEqual(names(school))
  expect(later.guardianships).toEqual(school.guardianships)
})

test('grows with the number of families; a smaller school remains possible', () => {
  const families = (rows: Rows) => new Set(rows.guardianships.map(({ guardianId }) => guardianId)).size
  expect(families(rowsAt({ families: 10 }))).toBeLessThan(25)
  const large = rowsAt({ families: 130 })
  expect(families(large)).toBeGreaterThanOrEqual(130)
  expect(large.study_groups.length).toBeGreaterThan(120)
})

test('shows each parent a moved and a cancelled lesson within two weeks', () => {
  const until = new Date(usual.now.getTime() + 14 * 86_400_000)
  const statesOf = ['parent', 'family', 'mixed'].map((login) => {
    const parent = school.users.find(({ subject }) => subject === demoSubject(login))
    const children = school.guardianships.filter(({ guardianId }) => guardianId === parent?.id)
    const groups = school.group_memberships.filter(
      ({ studentId, leftOn }) => leftOn === null && children.some(({ childId }) => childId === studentId),
    )
    const near = school.lessons.filter(
      ({ groupId, startsAt }) =>
        groups.some((group) => group.groupId === groupId) && startsAt > usual.now && startsAt < until,
    )
    return sorted([...new Set(near.map(({ state }) => state))])
  })
  expect(statesOf).toEqual(Array(3).fill(['cancelled', 'moved', 'planned']))
})

describe.each([16, 17, 18, 19, 20, 21, 22])('seeded on 2026-11-%i, one of the seven days of a week', (dayOfMonth) => {
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

  test('have marks of the last two days in the grade book', () => {
    const idOf = new Map(school.users.map(({ subject, id }) => [subject, id]))
    const yesterday = new Date(usual.now.getTime() - 2 * 86_400_000)
    const recent = new Set(school.marks.filter(({ givenAt }) => givenAt > yesterday).map(({ bookId }) => bookId))
    const withNews = new Set(school.grade_books.filter(({ id }) => recent.has(id)).map(({ studentId }) => studentId))
    const poor = ['family', 'parent', 'student'].filter((login) => {
      const id = idOf.get(demoSubject(login)) ?? ''
      const children = school.guardianships.filter(({ guardianId }) => guardianId === id).map(({ childId }) => childId)
      return ![id, ...children].some((studentId) => withNews.has(studentId))
    })
    expect(poor).toEqual([])
  })

  test('have contracts and lessons if they are a parent or a student', () => {
    const idOf = new Map(school.users.map(({ subject, id }) => [subject, id]))
    const families = demoAccounts.filter(({ login }) =>
      groupsOf(login).some((group) => group === 'parent' || group === 'student'),
    )
    const poor = families.filter(({ login }) => {
      const id = idOf.get(demoSubject(login)) ?? ''
      const own = [
        id,
        ...school.guardianships.filter(({ guardianId }) => guardianId === id).map(({ childId }) => childId),
      ]
      const hasContract = school.contracts.some(
        ({ studentId, status }) => own.includes(studentId) && status === 'Concluded',
      )
      return (
        !hasContract ||
        !school.group_memberships.some(({ studentId, leftOn }) => own.includes(studentId) && leftOn === null)
      )
    })
    expect(poor).toEqual([])
  })
})
