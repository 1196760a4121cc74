import { type Branch, type LessonFormat, paymentSchemes } from '#contract/enumerations.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import type { People } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import type { Program, SubjectCode } from '#server/demo/structure/curriculum.ts'
import { addMinutes, findCampaign, type Group, type SchoolStructure } from '#server/demo/structure/school-structure.ts'
import { addDays, type Day, mondayOf } from '#server/time/calendar-days.ts'
import type { PlannedContract } from './planned-contracts.ts'
import type { Purchases } from './purchases.ts'

type DemoContext = {
  structure: SchoolStructure
  people: People
  agreements: PlannedContract[]
  memberships: (typeof groupMemberships.$inferInsert)[]
  purchases: Purchases
}
type Meeting = { format: LessonFormat; place?: number; weekday: number; at: string; places: number }
type Course = Program & { meetings: readonly Meeting[] }
type Term = { id: string; startsOn: Day; endsOn: Day }

const weeks = 12
const membersOfFull = 5

const soon: readonly Course[] = [
  {
    ...inBranch('school', 'ГЕО', 'math', [7, 8, 9]),
    title: 'Геометрия за двенадцать недель',
    description: 'Короткий курс для тех, кто считает хорошо, а чертить не любит: от признаков равенства до подобия.',
    price: 24_000,
    meetings: [
      { format: 'offline', place: 0, weekday: 6, at: '12:30', places: 10 },
      { format: 'offline', place: 3, weekday: 7, at: '10:45', places: 8 },
      { format: 'webinar', weekday: 3, at: '19:00', places: 20 },
    ],
  },
  {
    ...inBranch('school', 'ИСС', 'biology', [2, 3, 4, 5, 6]),
    title: 'Школа юного исследователя',
    description: 'Опыты с водой, светом и растениями. Каждый ставит свой и рассказывает о нём на общей конференции.',
    price: 18_600,
    meetings: [
      { format: 'offline', place: 1, weekday: 7, at: '12:30', places: 12 },
      { format: 'offline', place: 2, weekday: 6, at: '10:00', places: 12 },
    ],
  },
  {
    ...inBranch('academy', 'МОБ', 'programming', [9, 10, 11]),
    title: 'Мобильные приложения',
    description: 'От идеи до приложения в телефоне: интерфейс, данные, публикация. В конце — показ перед жюри.',
    price: 46_000,
    meetings: [
      { format: 'offline', place: 4, weekday: 6, at: '15:30', places: 12 },
      { format: 'stream', weekday: 2, at: '18:30', places: 40 },
    ],
  },
  {
    ...inBranch('college', 'ПОД', 'design', []),
    title: 'Рисунок для поступающих',
    description: 'Подготовительные курсы колледжа: композиция, перспектива и натюрморт. Без вступительных требований.',
    price: 32_000,
    meetings: [
      { format: 'offline', place: 0, weekday: 7, at: '15:30', places: 15 },
      { format: 'video', weekday: 4, at: '17:15', places: 60 },
    ],
  },
]

const full: Course = {
  ...inBranch('school', 'РОБ', 'informatics', [5, 6, 7, 8]),
  title: 'Робототехника',
  description:
    'Собираем и программируем роботов для соревнований: датчики, моторы, алгоритмы. Команды по три человека.',
  price: 69_600,
  meetings: [
    { format: 'offline', place: 0, weekday: 7, at: '10:00', places: membersOfFull },
    { format: 'offline', place: 3, weekday: 7, at: '12:30', places: membersOfFull },
  ],
}

const closed: Course = {
  ...inBranch('school', 'АСТ', 'physics', [5, 6, 7, 8, 9]),
  title: 'Астрономия с телескопом',
  description: 'Вечерние наблюдения, карта неба и снимки планет. Запись на этот набор уже закрыта.',
  price: 21_000,
  meetings: [{ format: 'offline', place: 2, weekday: 7, at: '17:15', places: 10 }],
}

/**
 * Catalog courses besides those of the whole year: some that start soon in every branch, a full one with a waiting
 * list, and one with closed enrolment. Uses its own random stream.
 */
export function addCatalogCourses(random: Random, context: DemoContext): void {
  const { structure } = context
  const monday = mondayOf(structure.today)
  const termOf = (branch: Branch, title: string, startsOn: Day, enrolUntil: Day): Term => {
    const own = {
      ...findCampaign(structure, branch),
      id: random.uuid(),
      startsOn,
      endsOn: addDays(startsOn, 7 * weeks - 1),
    }
    structure.campaigns.push({ ...own, title: `${own.title}: ${title}`, enrolUntil })
    return own
  }
  for (const [branch, courses] of Map.groupBy(soon, (course) => course.branch)) {
    const term = termOf(branch, 'набор среди года', addDays(monday, 14), addDays(monday, 30))
    for (const course of courses) addCourse(random, context, course, term)
  }
  const before = termOf('school', 'осенний набор', addDays(monday, -14), addDays(structure.today, -5))
  addCourse(random, context, closed, before)
  fill(random, context, addCourse(random, context, full, findCampaign(structure, 'school')))
}

function addCourse(random: Random, { structure, people }: DemoContext, course: Course, term: Term): Group[] {
  const { meetings, ...planned } = course
  const program = { ...planned, id: random.uuid() }
  const teachers = people.teachers.filter(({ subject }) => subject === null)
  const groups = meetings.map(({ format, place, weekday, at, places }, index): Group => {
    const row = {
      id: random.uuid(),
      programId: program.id,
      campaignId: term.id,
      territoryId: (place === undefined ? undefined : structure.territories[place]?.id) ?? null,
      teacherId: random.pick(teachers).id,
      title: `${program.title}, ${program.mark}-${index + 1}`,
      format,
      startsOn: term.startsOn,
      endsOn: term.endsOn,
      price: program.price * 100,
      paymentSchemes: [...paymentSchemes],
      placesTotal: places,
      placesTaken: 0,
    }
    const room = place === undefined ? null : `кабинет ${random.integer(101, 418)}`
    return { program, room, capacity: 0, slots: [{ weekday, startsAt: at, endsAt: addMinutes(at, 90) }], row }
  })
  structure.programs.push(program)
  structure.groups.push(...groups)
  return groups
}

/** Students with contracts take the places; the others join the waiting list. */
function fill(
  random: Random,
  { structure, people, agreements, memberships, purchases }: DemoContext,
  groups: Group[],
): void {
  const wanting = people.students.filter(({ isShown, branch, grade }) => {
    return !isShown && branch === 'school' && grade !== null && full.grades.includes(grade)
  })
  for (const group of groups) {
    const { program, row } = group
    const members = wanting.splice(0, row.placesTotal)
    row.placesTotal = Math.max(1, members.length)
    row.placesTaken = members.length
    for (const student of members) {
      const terms = { status: 'Concluded', scheme: 'OnePayment', leftOn: null, total: row.price } as const
      const signedOn = addDays(row.startsOn, -random.integer(5, 40))
      agreements.push({ student, campaign: findCampaign(structure, 'school'), program, group, signedOn, ...terms })
      memberships.push({
        id: random.uuid(),
        groupId: row.id,
        studentId: student.person.id,
        joinedOn: row.startsOn,
        leftOn: null,
      })
    }
  }
  const [group] = groups
  if (!group) return
  for (const [index, student] of wanting.slice(0, 2).entries()) {
    purchases.waitingListEntries.push({ student, group, daysAgo: 9 - index, isHeld: false })
  }
}

function inBranch(branch: Branch, mark: string, subject: SubjectCode, grades: readonly number[]) {
  return { branch, mark, subject, grades, lessonsAWeek: 1 }
}
