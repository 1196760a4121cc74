import type { Branch } from '#contract/enumerations.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

export type Span = { title: string; startsOn: Day; endsOn: Day }
export type SchoolYear = {
  /** `2026/2027` */
  label: string
  startsOn: Day
  endsOn: Day
  terms: Record<Branch, Span[]>
  vacations: Record<Branch, Span[]>
}

/** The school year of a day: from 1 September to 31 August. */
export function findSchoolYear(today: Day): SchoolYear {
  const year = Number(today.slice(0, 4))
  return schoolYearFrom(today.slice(5) >= '09-01' ? year : year - 1)
}

export function previousYear({ startsOn }: SchoolYear): SchoolYear {
  return schoolYearFrom(Number(startsOn.slice(0, 4)) - 1)
}

function schoolYearFrom(first: number): SchoolYear {
  const second = first + 1
  const schoolVacations = [
    span('Осенние каникулы', `${first}-10-26`, `${first}-11-04`),
    span('Зимние каникулы', `${first}-12-31`, `${second}-01-10`),
    span('Весенние каникулы', `${second}-03-22`, `${second}-03-31`),
    span('Летние каникулы', `${second}-07-13`, `${second}-07-26`),
  ]
  return {
    label: `${first}/${second}`,
    startsOn: `${first}-09-01`,
    endsOn: `${second}-08-31`,
    terms: {
      school: [
        span('1-я четверть', `${first}-09-01`, `${first}-10-25`),
        span('2-я четверть', `${first}-11-05`, `${first}-12-30`),
        span('3-я четверть', `${second}-01-11`, `${second}-03-21`),
        span('4-я четверть', `${second}-04-01`, `${second}-05-31`),
      ],
      academy: [
        span('Модуль 1', `${first}-09-01`, `${first}-12-20`),
        span('Модуль 2', `${second}-01-11`, `${second}-03-21`),
        span('Модуль 3', `${second}-04-01`, `${second}-06-20`),
      ],
      college: [
        span('1-й семестр', `${first}-09-01`, `${second}-01-25`),
        span('2-й семестр', `${second}-02-09`, `${second}-07-05`),
      ],
    },
    vacations: {
      school: schoolVacations,
      academy: schoolVacations,
      college: [
        span('Новогодние праздники', `${first}-12-31`, `${second}-01-08`),
        span('Зимние каникулы', `${second}-01-26`, `${second}-02-08`),
        span('Летние каникулы', `${second}-07-06`, `${second}-07-26`),
      ],
    },
  }
}

export function covers({ startsOn, endsOn }: Pick<Span, 'startsOn' | 'endsOn'>, day: Day): boolean {
  return startsOn <= day && day <= endsOn
}

export function* daysOf({ startsOn, endsOn }: Pick<Span, 'startsOn' | 'endsOn'>): Generator<Day> {
  for (let day = startsOn; day <= endsOn; day = addDays(day, 1)) yield day
}

function span(title: string, startsOn: Day, endsOn: Day): Span {
  return { title, startsOn, endsOn }
}
