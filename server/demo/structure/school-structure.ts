import { type Branch, type LessonFormat, type PaymentScheme, paymentSchemes } from '#contract/enumerations.ts'
import type { campaigns, slots, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDays, type Day, mondayOf } from '#server/time/calendar-days.ts'
import { type Program, programs as plannedPrograms, subjects as plannedSubjects, programs2035 } from './curriculum.ts'
import { findSchoolYear, previousYear, type SchoolYear } from './school-year.ts'

export type Slot = { weekday: number; startsAt: string; endsAt: string }

/** A group with what other parts of the demo need. */
export type Group = {
  row: typeof studyGroups.$inferInsert & { id: string; placesTaken: number }
  program: Program & { id: string }
  slots: Slot[]
  room: string | null
  /** Places that the demo may still fill. */
  capacity: number
}

export type SchoolStructure = {
  today: Day
  year: SchoolYear
  lastYear: SchoolYear
  territories: (typeof territories.$inferInsert & { id: string })[]
  subjects: (typeof subjects.$inferInsert)[]
  programs: (Program & { id: string })[]
  campaigns: (typeof campaigns.$inferInsert & { id: string })[]
  groups: Group[]
}

const places = [
  ['Сокол', 'Москва, Ленинградский проспект, 75'],
  ['Пролетарская', 'Москва, улица Талалихина, 41, строение 4'],
  ['Зеленоград', 'Москва, Зеленоград, корпус 1534'],
  ['Мытищи', 'Московская область, Мытищи, Новомытищинский проспект, 30'],
  ['Иннополис', 'Республика Татарстан, Иннополис, Университетская улица, 5'],
] as const

const branchTitles: Record<Branch, readonly [title: string, description: string]> = {
  school: ['Школа', 'Занятия по школьным предметам после уроков, подготовка к экзаменам и олимпиадам.'],
  academy: ['Академия', 'Годовые программы для старшеклассников, которые уже выбрали дело.'],
  college: ['Колледж', 'Среднее профессиональное образование после 9 класса.'],
}

/** Everything that exists before enrolment: territories, programs, campaigns and groups with their slots. */
export function createStructure(random: Random, today: Day, families: number): SchoolStructure {
  const year = findSchoolYear(today)
  const structure: SchoolStructure = {
    today,
    year,
    lastYear: previousYear(year),
    territories: places.map(([title, address]) => ({ id: random.uuid(), title, address })),
    subjects: Object.entries(plannedSubjects).map(([code, { title }]) => ({ code, title })),
    programs: [...plannedPrograms, ...programs2035].map((program) => ({ ...program, id: random.uuid() })),
    campaigns: [],
    groups: [],
  }
  for (const schoolYear of [structure.lastYear, year]) structure.campaigns.push(...yearCampaigns(random, schoolYear))
  structure.campaigns.push(campaign2035(random, structure))

  const groupsOfProgram = 2 * Math.max(1, Math.ceil(families / 60))
  for (const program of structure.programs) {
    const count = is2035(program) ? 1 : groupsOfProgram
    for (let number = 1; number <= count; number += 1)
      structure.groups.push(groupOf(random, structure, program, number))
  }
  structure.campaigns.push(pastCampaign2035(random, structure))
  return structure
}

export function findCampaign(structure: SchoolStructure, branch: Branch, year = structure.year) {
  const found = structure.campaigns.find(
    (each) => each.kind === 'year' && each.branch === branch && each.schoolYear === year.label,
  )
  if (!found) throw new Error(`No campaign of ${branch} in ${year.label}`)
  return found
}

export function findCampaign2035(structure: SchoolStructure) {
  const found = structure.campaigns.find(({ kind }) => kind === 'u2035')
  if (!found) throw new Error('No 2035 campaign')
  return found
}

/** Enrolment is closed. */
export function findPastCampaign2035({ campaigns, today }: SchoolStructure) {
  const found = campaigns.find(({ kind, enrolUntil }) => kind === 'u2035' && enrolUntil < today)
  if (!found) throw new Error('No 2035 campaign that is over')
  return found
}

export function slotRows({ row, slots: meetings }: Group): (typeof slots.$inferInsert)[] {
  return meetings.map((slot) => ({ groupId: row.id, ...slot }))
}

function yearCampaigns(random: Random, { label, startsOn, endsOn }: SchoolYear) {
  return Object.entries(branchTitles).map(([branch, [title, description]]) => ({
    id: random.uuid(),
    kind: 'year' as const,
    branch: branch as Branch,
    title,
    description,
    schoolYear: label,
    startsOn,
    endsOn,
    enrolUntil: addDays(endsOn, -60),
  }))
}

/** Enrolment is open whenever the demo is seeded. */
function campaign2035(random: Random, { today, year }: Pick<SchoolStructure, 'today' | 'year'>) {
  return {
    id: random.uuid(),
    kind: 'u2035' as const,
    branch: 'academy' as const,
    title: 'Программа «2035»',
    description:
      'Три направления технологий будущего для учеников 8–11 классов. Выберите одно: занятия пройдут на площадках школы и онлайн, по итогам — защита проекта и сертификат.',
    schoolYear: year.label,
    startsOn: addDays(mondayOf(today), 14),
    endsOn: addDays(mondayOf(today), 14 + 12 * 7),
    enrolUntil: addDays(today, 12),
  }
}

function pastCampaign2035(random: Random, { today, year }: Pick<SchoolStructure, 'today' | 'year'>) {
  return {
    id: random.uuid(),
    kind: 'u2035' as const,
    branch: 'academy' as const,
    title: 'Программа «2035»: осенний набор',
    description: 'Набор завершён. Следите за новыми направлениями в личном кабинете.',
    schoolYear: year.label,
    startsOn: addDays(mondayOf(today), -21),
    endsOn: addDays(mondayOf(today), 9 * 7),
    enrolUntil: addDays(today, -25),
  }
}

const afternoons = ['15:30', '16:00', '17:15', '18:30', '19:00']
const mornings = ['09:00', '10:45', '12:30']
const formats: readonly LessonFormat[] = ['offline', 'webinar', 'offline', 'stream', 'offline', 'video']

function groupOf(
  random: Random,
  structure: SchoolStructure,
  program: SchoolStructure['programs'][number],
  number: number,
): Group {
  const index = structure.groups.length
  const format = program.branch === 'college' ? 'offline' : (formats[index % formats.length] as LessonFormat)
  const territory = format === 'offline' ? structure.territories[index % structure.territories.length] : undefined
  const { startsOn, endsOn, campaignId } = timesOf(structure, program, index)
  const capacity = program.branch === 'college' ? 25 : random.integer(6, 14)
  return {
    program,
    slots: slotsOf(random, program),
    room: territory ? `кабинет ${random.integer(1, 4)}${String(random.integer(1, 18)).padStart(2, '0')}` : null,
    capacity,
    row: {
      id: random.uuid(),
      programId: program.id,
      campaignId,
      territoryId: territory?.id ?? null,
      teacherId: null,
      title: `${program.title}, ${program.mark}-${number}`,
      format,
      startsOn,
      endsOn,
      price: program.price * 100,
      paymentSchemes: schemesOf(program),
      placesTotal: capacity,
      placesTaken: 0,
    },
  }
}

function timesOf(structure: SchoolStructure, program: Program, index: number) {
  if (is2035(program)) {
    const { id, startsOn, endsOn } = findCampaign2035(structure)
    return { campaignId: id, startsOn, endsOn }
  }
  const campaign = findCampaign(structure, program.branch)
  const thisMonday = mondayOf(structure.today)
  // Some groups start this week, so that their first lessons are near.
  const startsNow = index % 9 === 3 && thisMonday > campaign.startsOn && addDays(thisMonday, 60) < campaign.endsOn
  return { campaignId: campaign.id, startsOn: startsNow ? thisMonday : campaign.startsOn, endsOn: campaign.endsOn }
}

function slotsOf(random: Random, program: Program): Slot[] {
  const days = random.shuffled(program.branch === 'college' ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6])
  return days
    .slice(0, program.lessonsAWeek)
    .sort((one, other) => one - other)
    .map((weekday) => {
      const startsAt = random.pick(program.branch === 'college' || weekday === 6 ? mornings : afternoons)
      return { weekday, startsAt, endsAt: addMinutes(startsAt, program.grades.includes(1) ? 60 : 90) }
    })
}

function schemesOf(program: Program): PaymentScheme[] {
  return program.price === 0 ? ['OnePayment'] : [...paymentSchemes]
}

function is2035(program: Program): boolean {
  return programs2035.some(({ title }) => title === program.title)
}

export function addMinutes(time: string, minutes: number): string {
  const [hours = 0, past = 0] = time.split(':').map(Number)
  const total = hours * 60 + past + minutes
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}
