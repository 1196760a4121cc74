import type {
  Basket,
  CourseDetails,
  CourseStudent,
  CourseWaitingList,
  PaymentPlan,
} from '#contract/enrolment/catalog.ts'
import type { ContractText } from '#contract/enrolment/contract-text.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const ids = {
  course: id('c', 1),
  artem: id('a', 1),
  maria: id('a', 2),
  stranger: id('a', 9),
  free: id('b', 1),
  full: id('b', 2),
  sokol: id('e', 1),
  basket: id('d', 1),
  campaign: id('d', 2),
  contract: id('f', 1),
  payment: id('f', 2),
  waitingList: id('f', 3),
}
const sokol = { uuid: ids.sokol, title: 'Сокол' }

const onePayment: PaymentPlan = {
  paymentScheme: 'OnePayment',
  instalments: [{ title: 'Полная оплата', kind: 'whole', dueOn: '2026-11-26', amount: 90_000_00 }],
}
const stepByStep: PaymentPlan = {
  paymentScheme: 'StepByStep',
  // Each sum differs, so that a swapped one is seen.
  instalments: [
    { dueOn: '2026-11-26', amount: 24_000_00 },
    { dueOn: '2027-02-09', amount: 23_100_00 },
    { dueOn: '2027-04-25', amount: 21_900_00 },
    { dueOn: '2027-07-09', amount: 21_000_00 },
  ].map((one, index) => ({ ...one, title: `${index + 1}-й платёж`, kind: 'stage' })),
}

type CourseGroup = CourseDetails['groups'][number]

function courseGroup(own: Partial<CourseGroup> = {}): CourseGroup {
  return {
    groupUuid: ids.free,
    title: 'М-7-А',
    teacher: 'Белова Ирина Сергеевна',
    format: 'offline',
    territory: sokol,
    address: 'ул. Алабяна, 12',
    slots: [
      { weekday: 1, from: '17:00', to: '18:30' },
      { weekday: 3, from: '17:00', to: '18:30' },
    ],
    firstDay: '2026-12-01',
    startsOn: '2026-12-01',
    endsOn: '2027-05-31',
    price: 90_000_00,
    wholePrice: 90_000_00,
    placesLeft: 3,
    placesTotal: 12,
    waiting: 0,
    lessons: { total: 34, left: 34 },
    paymentSchemes: ['OnePayment', 'StepByStep'],
    plans: [onePayment, stepByStep],
    ...own,
  }
}

const fullGroup = courseGroup({
  groupUuid: ids.full,
  title: 'М-7-В',
  placesLeft: 0,
  waiting: 2,
  price: 87_000_00,
  wholePrice: 87_000_00,
})

export const course: CourseDetails = {
  uuid: ids.course,
  title: 'Математика, 7 класс',
  subject: 'Математика',
  description: 'Алгебра и геометрия.',
  branch: 'school',
  grades: [7],
  formats: ['offline'],
  priceFrom: 87_000_00,
  isPriceOfRest: false,
  lessons: 34,
  monthlyPrice: 9_500_00,
  firstDay: '2026-12-01',
  placesLeft: 3,
  programme: [],
  groups: [courseGroup(), fullGroup],
}

export function courseWaitingListSample(own: Partial<CourseWaitingList> = {}): CourseWaitingList {
  return {
    uuid: ids.waitingList,
    courseUuid: ids.course,
    courseTitle: course.title,
    groupUuid: ids.full,
    groupTitle: 'М-7-В',
    studentUuid: ids.artem,
    position: 2,
    length: 5,
    joinedAt: '2026-11-21T09:00:00.000Z',
    heldUntil: null,
    ...own,
  }
}

/** He can join one group, and the waiting list of the other. */
export function artem(waitingList: CourseWaitingList | null = null): CourseStudent {
  return {
    studentUuid: ids.artem,
    firstName: 'Артём',
    lastName: 'Белов',
    grade: 7,
    obstacle: null,
    groups: [
      { groupUuid: ids.free, obstacle: null, waitingList: null, conflicts: [] },
      { groupUuid: ids.full, obstacle: 'full', waitingList, conflicts: [] },
    ],
  }
}

/** The course is no longer available to her: she is in it already. */
export const maria: CourseStudent = {
  studentUuid: ids.maria,
  firstName: 'Мария',
  lastName: 'Белова',
  grade: 7,
  obstacle: 'already-there',
  groups: [],
}

export function basket(own: Partial<Basket> = {}): Basket {
  const { address: _, firstDay: __, wholePrice, endsOn, placesTotal, waiting, lessons, plans, ...group } = courseGroup()
  return {
    groceryBasketUuid: ids.basket,
    campaignUuid: ids.campaign,
    course: { uuid: ids.course, title: course.title },
    group,
    student: { uuid: ids.artem, firstName: 'Артём', lastName: 'Белов' },
    plan: stepByStep,
    price: { agreed: 90_000_00, now: 90_000_00 },
    isEnrolled: false,
    keptUntil: null,
    obstacle: null,
    contractUuid: null,
    filledAt: '2026-11-21T09:00:00.000Z',
    ...own,
  }
}

export const contractText: ContractText = {
  version: '2026-11-29',
  hash: '0f'.repeat(32),
  parts: [
    { kind: 'heading', text: '1. Стороны' },
    { kind: 'facts', facts: [['Заказчик', 'Белова Анна']] },
    { kind: 'heading', text: '5. Отказ от договора и возврат денег' },
    { kind: 'paragraph', text: 'Заказчик вправе отказаться от договора в любой день.' },
    { kind: 'table', columns: ['№', 'Платёж', 'Оплатить до', 'Сумма'], rows: [['1', 'Этап', '01.02.2027', '100 ₽']] },
  ],
}

export const contract: Contract = {
  uuid: ids.contract,
  number: '2026-1042',
  status: 'Open',
  concludedOn: null,
  program: { title: course.title, schoolYear: '2026/27' },
  student: { uuid: ids.artem, firstName: 'Артём', lastName: 'Белов' },
  campaignUuid: ids.campaign,
  groupUuid: ids.free,
  groupTitle: 'М-7-А',
  territory: sokol,
  format: 'offline',
  paymentScheme: 'StepByStep',
  total: 90_000_00,
  paid: 0,
  debt: 90_000_00,
  payments: stepByStep.instalments.map((instalment, index) => ({
    ...instalment,
    uuid: id('9', index),
    paid: 0,
    left: instalment.amount,
    toPay: instalment.amount,
    charge: null,
    status: 'Open' as const,
    paidAt: null,
    operations: [],
  })),
}
