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
import { addDays, dayAt } from '#server/days.ts'
import { demoAccounts, demoSubject } from '#server/db/demo/accounts.ts'
import { bookwormAccounts } from '#server/db/demo/bookworm.ts'
import { rowsOf } from '#server/db/demo/rows.ts'
import { type SchoolPlan, schoolOf } from '#server/db/demo/school.ts'
import { collectorAccount } from '#server/db/demo/seed.ts'
import type { events } from '#server/db/schema/content.ts'
import type { contracts, operations, payments } from '#server/db/schema/contracts.ts'
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
import type { groupMoves, groupQueue } from '#server/db/schema/moves.ts'
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
import { balanceOf } from '#server/modules/contracts/rules.ts'
import { cleanLetter } from '#server/modules/tickets/rules.ts'

type Rows = {
  users: (typeof users.$inferSelect)[]
  user_roles: (typeof userRoles.$inferSelect)[]
  guardianships: (typeof guardianships.$inferSelect)[]
  territories: (typeof territories.$inferSelect)[]
  programs: (typeof programs.$inferSelect)[]
  campaigns: (typeof campaigns.$inferSelect)[]
  study_groups: (typeof studyGroups.$inferSelect)[]
  slots: (typeof slots.$inferSelect)[]
  group_moves: (typeof groupMoves.$inferSelect)[]
  group_queue: (typeof groupQueue.$inferSelect)[]
  group_memberships: (typeof groupMemberships.$inferSelect)[]
  lessons: (typeof lessons.$inferSelect)[]
  self_study_items: (typeof selfStudyItems.$inferSelect)[]
  exams: (typeof exams.$inferSelect)[]
  conversations: (typeof conversations.$inferSelect)[]
  vacations: (typeof vacations.$inferSelect)[]
  contracts: (typeof contracts.$inferSelect)[]
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
  for (const { table, rows } of rowsOf(schoolOf({ ...usual, ...plan }))) {
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

  test('has letters in every state for each of those who write, and none that is cleaned of anything', () => {
    const lettersOf = Map.groupBy(school.tickets, ({ authorId }) => authorId)
    expect(lettersOf.size).toBe(3)
    for (const letters of lettersOf.values()) {
      expect(sorted(letters.map(({ state }) => state))).toEqual(sorted(ticketStates))
    }
    const texts = school.tickets.flatMap(({ contentHtml, answerHtml }) => [contentHtml, answerHtml ?? ''])
    expect(texts.map(cleanLetter)).toEqual(texts)
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

  test('has paid what is closed, not paid what is open, and returned no more than came in', () => {
    const operationsOf = Map.groupBy(school.operations, ({ paymentId }) => paymentId)
    const wrong = school.payments.filter(({ id, status, amount }) => {
      const paid = balanceOf(operationsOf.get(id) ?? [])
      if (status === 'Closed') return paid !== amount
      return paid < 0 || (status === 'Canceled' ? paid > amount : paid >= amount)
    })
    expect(wrong).toEqual([])
  })

  test('carries over to one contract exactly what it took from another', () => {
    const sumOf = (kind: string) =>
      school.operations.filter((operation) => operation.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
    expect(sumOf('ReceivingTransferDS')).toBe(sumOf('ReturnTransferDS'))
  })

  test('moves money after the contract was made and before now', () => {
    const contractOf = new Map(school.contracts.map((contract) => [contract.id, contract]))
    const madeAt = new Map(
      school.payments.map(({ id, contractId }) => [id, contractOf.get(contractId)?.createdAt ?? now]),
    )
    expect(school.operations.filter(({ at, paymentId }) => at > now || at < (madeAt.get(paymentId) ?? now))).toEqual([])
  })

  test('counts the places that are taken, leaves none of a full group and one of another', () => {
    const present = school.group_memberships.filter(({ leftOn }) => leftOn === null).map(({ groupId }) => groupId)
    const keptByMoves = school.group_moves
      .filter(({ state }) => state === 'coming')
      .map(({ fromGroupId }) => fromGroupId)
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

  test('teaches around today: every member of a group that has begun has lessons within a month before and after', () => {
    const near = (day: string) => addDays(today, -31) <= day && day <= addDays(today, 31)
    const groupsWithLessons = new Set(
      school.lessons.filter(({ startsAt }) => near(dayAt(startsAt, usual.timeZone))).map(({ groupId }) => groupId),
    )
    expect(school.study_groups.filter(({ id }) => !groupsWithLessons.has(id))).toEqual([])
  })

  test('keeps lessons out of vacations and inside their group’s days', () => {
    const groups = new Map(school.study_groups.map((group) => [group.id, group]))
    const wrong = school.lessons.filter(({ groupId, startsAt, state }) => {
      const group = groups.get(groupId)
      const day = dayAt(startsAt, usual.timeZone)
      if (!group || day < group.startsOn || day > addDays(group.endsOn, 1)) return true
      const free = school.vacations.filter(({ campaignId }) => campaignId === group.campaignId)
      return state !== 'moved' && free.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
    })
    expect(wrong).toEqual([])
  })

  test('records what was online and lets nobody join what is over', () => {
    const online = school.lessons.filter(({ format, state }) => format !== 'offline' && state !== 'cancelled')
    const over = online.filter(({ endsAt }) => endsAt < now)
    expect(over.filter(({ recordingUrl, joinUrl }) => recordingUrl === null || joinUrl !== null)).toEqual([])
    expect(school.lessons.filter(({ format, place }) => (format === 'offline') !== (place !== null))).toEqual([])
    expect(school.lessons.some(({ isFirstWeek }) => isFirstWeek)).toBe(true)
  })

  test('says when each lesson was changed, never later than now, and where a moved one was to be before', () => {
    const wrong = [...school.lessons, ...school.exams, ...school.conversations].filter((each) => {
      const { state, startsAt, changedAt, wasStartsAt, wasEndsAt } = each
      if (state === 'planned') return changedAt !== null
      if (changedAt === null || changedAt > now) return true
      return (state === 'moved') !== (wasStartsAt !== null && wasEndsAt !== null && wasStartsAt < startsAt)
    })
    expect(wrong).toEqual([])
  })

  test('marks nothing that is still to come', () => {
    expect(school.journal_columns.filter(({ heldOn }) => heldOn > today)).toEqual([])
    const startsAt = new Map(school.lessons.map((lesson) => [lesson.id, lesson.startsAt]))
    const early = school.lesson_results.filter(({ lessonId, attendance }) => {
      const start = startsAt.get(lessonId)
      return attendance !== 'planned' && start !== undefined && start > now
    })
    expect(early).toEqual([])
  })

  test('has grade books of the three variants with marks in each, whatever the season', () => {
    const branchOf = new Map(school.campaigns.map(({ id, branch }) => [id, branch]))
    const marked = new Set(school.marks.map(({ bookId }) => bookId))
    const variants = school.grade_books
      .filter(({ id }) => marked.has(id))
      .map(({ campaignId }) => branchOf.get(campaignId) ?? '')
    expect(sorted(variants)).toEqual(['academy', 'college', 'school'])
  })

  test('gives marks in lessons that were held, before now, and after whatever they were before', () => {
    const heldOn = new Map(school.journal_columns.map(({ id, held, heldOn }) => [id, held ? heldOn : null]))
    const wrong = school.marks.filter(({ columnId, givenAt }) => {
      const day = heldOn.get(columnId)
      return !day || givenAt > now || dayAt(givenAt, usual.timeZone) < day
    })
    expect(wrong).toEqual([])
    const givenAt = new Map(school.marks.map((mark) => [mark.id, mark.givenAt]))
    expect(school.mark_history.filter(({ markId, at }) => at >= (givenAt.get(markId) ?? at))).toEqual([])
  })

  test('has in each variant lessons that were not held, absences, marks not given and courses that say why they have no journal', () => {
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

  test('has exams and credits that were failed and then passed, and some that are still owed', () => {
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

  test('has events behind and ahead', () => {
    expect(school.events.some(({ endsAt }) => endsAt < now)).toBe(true)
    expect(school.events.some(({ startsAt }) => startsAt > now)).toBe(true)
  })
})

let school: Rows
beforeAll(() => {
  school = rowsAt()
})

test('progress has every attendance and every state of homework', () => {
  const { lesson_results: results } = school
  expect(sorted(results.map(({ attendance }) => attendance))).toEqual(sorted(attendances))
  expect(sorted(results.map(({ homeworkState }) => homeworkState))).toEqual(sorted(homeworkStates))
})

test('the same seed gives the same school, another seed another', () => {
  expect(rowsAt()).toEqual(school)
  expect(rowsAt({ seed: 'another', families: 10 }).users[0]).not.toEqual(school.users[0])
}, 60_000)

test('another day keeps the people and their children', () => {
  const later = rowsAt({ now: new Date('2027-02-02T09:00:00Z') })
  const names = ({ users: people }: Rows) => people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
  expect(names(later)).toEqual(names(school))
  expect(later.guardianships).toEqual(school.guardianships)
})

test('more families make a larger school, and the smaller one stays possible', () => {
  const families = (rows: Rows) => new Set(rows.guardianships.map(({ guardianId }) => guardianId)).size
  expect(families(rowsAt({ families: 10 }))).toBeLessThan(25)
  const large = rowsAt({ families: 130 })
  expect(families(large)).toBeGreaterThanOrEqual(130)
  expect(large.study_groups.length).toBeGreaterThan(120)
}, 60_000)

test('a collector of contracts is added on request, and nobody else is changed', () => {
  const collected = rowsAt({ families: 12, collector: { account: collectorAccount, contracts: 500 } })
  const collector = collected.users.find(({ subject }) => subject === demoSubject(collectorAccount.login))
  const usualOnes = rowsAt({ families: 12 })
  expect(collected.contracts.filter(({ customerId }) => customerId === collector?.id).length).toBe(500)
  expect(collected.users.slice(0, usualOnes.users.length)).toEqual(usualOnes.users)
  expect(collected.contracts.slice(0, usualOnes.contracts.length)).toEqual(usualOnes.contracts)
})

test('a bookworm with a parent is added on request, and nobody else is changed', () => {
  const asked = rowsAt({ families: 12, bookworm: { accounts: bookwormAccounts, marks: 20_000 } })
  const usualOnes = rowsAt({ families: 12 })
  const bookworm = asked.users.find(({ subject }) => subject === demoSubject(bookwormAccounts.student.login))
  const books = asked.grade_books.filter(({ studentId }) => studentId === bookworm?.id)
  expect(books.length).toBe(1)
  expect(asked.marks.filter(({ bookId }) => bookId === books[0]?.id).length).toBe(20_000)
  const parent = asked.users.find(({ subject }) => subject === demoSubject(bookwormAccounts.parent.login))
  expect(asked.guardianships).toContainEqual({ guardianId: parent?.id, childId: bookworm?.id })
  expect(asked.users.slice(0, usualOnes.users.length)).toEqual(usualOnes.users)
  expect(asked.marks.slice(0, usualOnes.marks.length)).toEqual(usualOnes.marks)
})

test('each parent who signs in sees a lesson moved and one cancelled within two weeks', () => {
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

describe('the accounts', () => {
  const groupsOf = (login: string) => groupsHeld(demoAccounts.find((account) => account.login === login)?.roles ?? [])

  test('there is one for each of the 19 roles alone or with others, each login once', () => {
    expect(roles.filter((role) => !demoAccounts.some((account) => account.roles.includes(role)))).toEqual([])
    expect(new Set(demoAccounts.map(({ login }) => login)).size).toBe(demoAccounts.length)
  })

  test('one person is parent, teacher and administrator at once, one has no role', () => {
    expect(groupsOf('mixed')).toEqual(roleGroups.filter((group) => group !== 'student'))
    expect(groupsOf('no-role')).toEqual([])
  })

  test('one parent has three children: in school, academy and college', () => {
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

  test('whoever looks at the grade book finds marks of the last two days', () => {
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

  test('whoever signs in as a parent or a student finds contracts and lessons', () => {
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
