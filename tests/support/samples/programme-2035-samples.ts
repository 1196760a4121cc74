import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'

const id = (last: number) => `00000000-0000-4000-8000-0000000020${String(last).padStart(2, '0')}`

export const programme2035Ids = {
  campaign: id(1),
  drones: id(2),
  artyom: id(3),
  vera: id(4),
  tuesdays: id(5),
  fridays: id(6),
  course: id(7),
  basket: id(8),
  contract: id(9),
  enrolment: id(10),
} as const

export const offerToken = 'abcdefghijklmnopqrstuv'

type Opportunity = Offer['opportunities'][number]

export const drones: Opportunity = {
  opportunityUuid: programme2035Ids.drones,
  title: 'Беспилотные системы',
  description: 'Собираем и программируем дрон.',
  hours: 36,
  price: 0,
  groceryBasketUuid: null,
  groups: [
    {
      groupUuid: programme2035Ids.tuesdays,
      title: 'БАС-1',
      startsOn: '2026-12-07',
      slots: [{ weekday: 2, from: '16:00', to: '17:30' }],
      placesLeft: 8,
      teacher: 'Белова Ирина Сергеевна',
      territory: { uuid: id(11), title: 'Технопарк' },
    },
    {
      groupUuid: programme2035Ids.fridays,
      title: 'БАС-2',
      startsOn: '2026-12-07',
      slots: [{ weekday: 5, from: '18:00', to: '19:30' }],
      placesLeft: 1,
      teacher: null,
      territory: null,
    },
  ],
}

export function offerOf(opportunities: Offer['opportunities'] = [drones], more: Partial<Offer> = {}): Offer {
  return {
    token: offerToken,
    campaignUuid: programme2035Ids.campaign,
    title: 'Программа «2035»',
    description: 'Технологии будущего для учеников 9–11 классов.',
    enrolUntil: '2027-06-30',
    opportunities,
    enrolment: null,
    ...more,
  }
}

/** By default in grade 9, and may enrol in everything. */
export function offerStudent(more: Partial<OfferStudent> = {}): OfferStudent {
  return {
    studentUuid: programme2035Ids.artyom,
    firstName: 'Артём',
    lastName: 'Соколов',
    grade: 9,
    branch: 'school',
    opportunities: [
      {
        opportunityUuid: programme2035Ids.drones,
        rules: [
          { rule: 'grade', isMet: true, grades: [9, 10, 11] },
          { rule: 'before-deadline', isMet: true, grades: null },
          { rule: 'not-enrolled', isMet: true, grades: null },
        ],
        groups: [],
      },
    ],
    enrolment: null,
    ...more,
  }
}

export const vera = offerStudent({ studentUuid: programme2035Ids.vera, firstName: 'Вера', grade: 10 })
