import { type Branch, branches } from '#contract/enumerations.ts'
import type { courses, journalColumns, terms } from '#server/db/schema/learning.ts'
import type { Random } from '#server/demo/rows/random.ts'
import type { SubjectCode } from '#server/demo/structure/curriculum.ts'
import { findCampaign, type SchoolStructure } from '#server/demo/structure/school-structure.ts'
import { covers, daysOf, type SchoolYear, type Span } from '#server/demo/structure/school-year.ts'
import { addDays, type Day, isoWeekday, mondayOf } from '#server/time/calendar-days.ts'
import { listPlannedCourses } from './grade-book-courses.ts'
import { isDecisive, markTypeOfLesson, tasks } from './mark-types.ts'

export type Term = typeof terms.$inferInsert & { id: string }
export type Column = typeof journalColumns.$inferInsert & { id: string }
type Course = typeof courses.$inferInsert & { id: string }

/** The journals of a class or branch in a year. */
export type Journals = {
  branch: Branch
  /** Null if the whole branch is one class. */
  grade: number | null
  year: SchoolYear
  campaignId: string
  terms: Term[]
  courses: { row: Course; columns: Column[] }[]
}

export function createJournals(
  random: Random,
  structure: SchoolStructure,
  year: SchoolYear,
  teachers: readonly { id: string }[],
  groupOf: (branch: Branch, grade: number | null, subject: SubjectCode) => string | null,
): Journals[] {
  return branches.flatMap((branch) => {
    const campaignId = findCampaign(structure, branch, year).id
    const vacations = year.vacations[branch]
    const ownTerms = year.terms[branch].map((term) => ({ ...term, id: random.uuid(), campaignId }))
    const grades = branch === 'school' ? Array.from({ length: 11 }, (_, index) => index + 1) : [null]
    return grades.map((grade) => ({
      branch,
      grade,
      year,
      campaignId,
      terms: ownTerms,
      courses: listPlannedCourses(branch, grade).map((planned, index) => {
        const row = {
          id: random.uuid(),
          campaignId,
          groupId: planned.subject && year === structure.year ? groupOf(branch, grade, planned.subject) : null,
          teacherId: planned.noJournalReason === null ? random.pick(teachers).id : null,
          title: planned.title,
          noJournalReason: planned.noJournalReason,
        }
        const columns =
          planned.noJournalReason === null
            ? columnsOf(random, structure.today, branch, ownTerms, row, planned.topics, index)
            : []
        const retakes = branch === 'college' ? retakesOf(random, structure.today, columns, ownTerms, vacations) : []
        return { row, columns: [...columns, ...retakes] }
      }),
    }))
  })
}

function columnsOf(
  random: Random,
  today: Day,
  branch: Branch,
  ownTerms: readonly Term[],
  { id: courseId }: Course,
  topics: readonly string[],
  index: number,
): Column[] {
  const isSchool = branch === 'school'
  const weekdays = [index % 5, ...(isSchool ? [(index + 2) % 5] : [])].map((weekday) => weekday + 1)
  return ownTerms
    .flatMap((term) => {
      const days = [...daysOf(term)]
        .filter((day) => weekdays.includes(isoWeekday(day)))
        .filter((_, week) => isSchool || week % 2 === 0)
      return days.map((heldOn, position) => {
        const { markType, max } = markTypeOfLesson(branch, index, position, days.length)
        // Some random ones, and one in every demo grade book.
        const fallsOut = random.chance(0.03) || (position === 2 && index % 3 === 0)
        return {
          id: random.uuid(),
          courseId,
          termId: term.id,
          heldOn,
          topic: topics[(position + ownTerms.indexOf(term) * 3) % topics.length] ?? '',
          task: tasks[markType] ?? null,
          branch,
          markType,
          max,
          held: isDecisive(markType) || !fallsOut,
        }
      })
    })
    .filter(({ heldOn }) => heldOn <= today)
}

/**
 * The day on which those who have failed in the present term try again, without marks: the Friday of the next week, or else
 * the next day with lessons, or the last one of the term.
 */
function retakesOf(
  random: Random,
  today: Day,
  columns: readonly Column[],
  ownTerms: readonly Term[],
  vacations: readonly Span[],
): Column[] {
  const last = columns.at(-1)
  const term = ownTerms.find(({ id }) => id === last?.termId)
  const failable = columns.findLast(({ termId, markType }) => termId === last?.termId && isDecisive(markType))
  if (term === undefined || failable === undefined || isOver(term, today)) return []
  const days = [...daysOf({ startsOn: addDays(today, 1), endsOn: term.endsOn })].filter(
    (day) => isoWeekday(day) <= 5 && !vacations.some((vacation) => covers(vacation, day)),
  )
  const heldOn = days.find((day) => day >= addDays(mondayOf(today), 11)) ?? days.at(-1)
  if (heldOn === undefined) return []
  const id = random.fork(`retake ${failable.courseId}`).uuid()
  return [{ ...failable, id, heldOn, topic: 'Пересдача', held: true }]
}

export function isOver({ endsOn }: Pick<Term, 'endsOn'>, today: Day): boolean {
  return endsOn < today
}
