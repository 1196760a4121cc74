import { branches } from '#contract/enumerations.ts'
import { lessonResults } from '#server/db/schema/learning.ts'
import { conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import type { PlannedContract } from '#server/demo/enrolment/planned-contracts.ts'
import type { Student } from '#server/demo/people/people.ts'
import { type Batch, batch, portions } from '#server/demo/rows/row-batch.ts'
import { findCampaign } from '#server/demo/structure/school-structure.ts'
import { createConversations, createExams } from './appointments.ts'
import { planDemoChanges } from './demo-changes.ts'
import { createLessons, createSelfStudy, type Lesson } from './lessons.ts'
import { assignAttentionProblems, createLessonResults } from './progress.ts'
import { freeSubstitutes } from './substitutes.ts'

export type ContractsOfStudent = ReadonlyMap<string, readonly PlannedContract[]>

const groupsAtATime = 50

/** Rows of groups; the lessons are also added to `lessonsOfGroup` for the results. */
export function* calendarRows(school: School, lessonsOfGroup: Map<string, Lesson[]>): Generator<Batch> {
  const { structure, people, random, plan } = school
  yield batch(
    vacations,
    branches.flatMap((branch) => vacationsOf(school, branch)),
  )

  const { now, timeZone } = plan
  const context = {
    now,
    timeZone,
    year: structure.year,
    substitutes: people.teachers,
    youngest: youngestOfGroups(school),
    changes: planDemoChanges(school),
    steady: school.transfers.steady,
  }
  for (const group of structure.groups)
    lessonsOfGroup.set(group.row.id, createLessons(random.fork(`lessons ${group.row.title}`), group, context))
  freeSubstitutes(lessonsOfGroup, {
    groups: structure.groups,
    teachers: people.teachers,
    today: school.today,
    timeZone,
  })
  for (const groups of portions(structure.groups, groupsAtATime)) {
    const meetings = groups.flatMap(({ row: { id } }) =>
      (lessonsOfGroup.get(id) ?? []).map(({ day: _, ...lesson }) => lesson),
    )
    const works = groups.flatMap((group) =>
      createSelfStudy(random.fork(`self study ${group.row.title}`), group, context),
    )
    yield batch(lessons, meetings)
    yield batch(selfStudyItems, works)
  }
}

export function youngestOfGroups({ people, memberships }: School): Map<string, number> {
  const gradeOf = new Map(people.students.map(({ person, grade }) => [person.id, grade]))
  const youngest = new Map<string, number>()
  for (const { groupId, studentId } of memberships) {
    const grade = gradeOf.get(studentId)
    if (grade) youngest.set(groupId, Math.min(grade, youngest.get(groupId) ?? grade))
  }
  return youngest
}

export function* appointmentRows(
  { structure, people, random, plan }: School,
  students: readonly Student[],
  agreements: ContractsOfStudent,
): Generator<Batch> {
  const context = { structure, now: plan.now, timeZone: plan.timeZone, teachers: people.teachers }
  const learners = students.flatMap((student) => {
    const subjects = agreements.get(student.person.id)?.map(({ program }) => program.subject)
    return subjects ? [{ student, subjects, random: random.fork(`appointments ${student.person.id}`) }] : []
  })
  yield batch(
    exams,
    learners.flatMap((each) => createExams(each.random, each.student, context, each.subjects)),
  )
  yield batch(
    conversations,
    learners.flatMap((each) => createConversations(each.random, each.student, context)),
  )
}

export function* resultRows(
  { random, today, plan }: School,
  students: readonly Student[],
  agreements: ContractsOfStudent,
  lessonsOfGroup: ReadonlyMap<string, Lesson[]>,
): Generator<Batch> {
  const attended = students
    .flatMap(({ person }) => agreements.get(person.id) ?? [])
    .filter(({ status }) => status !== 'Open' && status !== 'NotPaid')
  const problems = assignAttentionProblems(attended, today)
  const results = attended.flatMap((agreement) => {
    const { student, program, group } = agreement
    const own = random.fork(`results ${student.person.id} ${program.mark}`)
    return createLessonResults(own, agreement, lessonsOfGroup.get(group?.row.id ?? '') ?? [], {
      now: plan.now,
      today,
      problems: problems.get(agreement) ?? [],
    })
  })
  yield batch(lessonResults, results)
}

function vacationsOf({ structure, random }: School, branch: (typeof branches)[number]) {
  const campaignId = findCampaign(structure, branch).id
  return structure.year.vacations[branch].map((vacation) => ({
    id: random.fork(`${branch} ${vacation.title}`).uuid(),
    campaignId,
    ...vacation,
  }))
}
