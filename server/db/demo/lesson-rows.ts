import { lessonResults } from '#server/db/schema/learning.ts'
import { branches } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import type { Agreement } from './agreements.ts'
import { conversationsOf, examsOf } from './appointments.ts'
import { type Batch, batch, portions } from './batch.ts'
import { changesToShow } from './changes-to-show.ts'
import { campaignOf } from './frame.ts'
import { type Lesson, lessonsOf, selfStudyOf } from './lessons.ts'
import type { Student } from './people.ts'
import { resultsOf, troublesOf } from './progress.ts'
import type { School } from './school.ts'

export type AgreementsOfStudent = ReadonlyMap<string, readonly Agreement[]>

const groupsAtATime = 50

/** What groups have in common; the lessons are also put into `lessonsOfGroup`, for whoever was there. */
export function* calendarRows(school: School, lessonsOfGroup: Map<string, Lesson[]>): Generator<Batch> {
  const { frame, people, random, plan } = school
  yield batch(
    vacations,
    branches.flatMap((branch) => vacationsOf(school, branch)),
  )

  const { now, timeZone } = plan
  const world = {
    now,
    timeZone,
    year: frame.year,
    substitutes: people.teachers,
    changes: changesToShow(school),
    steady: school.moving.steady,
  }
  for (const groups of portions(frame.groups, groupsAtATime)) {
    const meetings = groups.flatMap((group) => {
      const found = lessonsOf(random.fork(`lessons ${group.row.title}`), group, world)
      lessonsOfGroup.set(group.row.id, found)
      return found.map(({ day: _, ...row }) => row)
    })
    const works = groups.flatMap((group) => selfStudyOf(random.fork(`self study ${group.row.title}`), group, world))
    yield batch(lessons, meetings)
    yield batch(selfStudyItems, works)
  }
}

export function* appointmentRows(
  { frame, people, random, plan }: School,
  students: readonly Student[],
  agreements: AgreementsOfStudent,
): Generator<Batch> {
  const world = { frame, now: plan.now, timeZone: plan.timeZone, teachers: people.teachers }
  const learners = students.flatMap((student) => {
    const subjects = agreements.get(student.person.id)?.map(({ program }) => program.subject)
    return subjects ? [{ student, subjects, random: random.fork(`appointments ${student.person.id}`) }] : []
  })
  yield batch(
    exams,
    learners.flatMap((each) => examsOf(each.random, each.student, world, each.subjects)),
  )
  yield batch(
    conversations,
    learners.flatMap((each) => conversationsOf(each.random, each.student, world)),
  )
}

export function* resultRows(
  { random, today }: School,
  students: readonly Student[],
  agreements: AgreementsOfStudent,
  lessonsOfGroup: ReadonlyMap<string, Lesson[]>,
): Generator<Batch> {
  const attended = students
    .flatMap(({ person }) => agreements.get(person.id) ?? [])
    .filter(({ status }) => status !== 'Open' && status !== 'NotPaid')
  const troubles = troublesOf(attended, today)
  const results = attended.flatMap((agreement) => {
    const { student, program, group } = agreement
    const own = random.fork(`results ${student.person.id} ${program.mark}`)
    return resultsOf(own, agreement, lessonsOfGroup.get(group?.row.id ?? '') ?? [], {
      today,
      troubles: troubles.get(agreement) ?? [],
    })
  })
  yield batch(lessonResults, results)
}

function vacationsOf({ frame, random }: School, branch: (typeof branches)[number]) {
  const campaignId = campaignOf(frame, branch).id
  return frame.year.vacations[branch].map((vacation) => ({
    id: random.fork(`${branch} ${vacation.title}`).uuid(),
    campaignId,
    ...vacation,
  }))
}
