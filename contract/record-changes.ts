import {
  changedByOwnTicket,
  changedByPurchase,
  changedByTransfer,
  type GetCall,
  readByTicketDesk,
} from './call-changes.ts'

const unseenCalls = ['GET /v1/learning/unseen'] as const
const scheduleCalls = [
  ...unseenCalls,
  'GET /v1/schedule/change/list',
  'GET /v1/parent/children/schedule/list',
  'GET /v1/student/schedule/list',
  'GET /v1/teacher/day',
  'GET /v1/learning/homework/list',
] as const satisfies readonly GetCall[]
const gradeBookCalls = [
  ...unseenCalls,
  'GET /v1/learning/mark/newest',
  'GET /v1/parent/children/grade-book/list',
  'GET /v1/parent/children/grade-book/marks',
  'GET /v1/parent/children/grade-book/mark-details',
  'GET /v1/parent/children/grade-book/score-journal',
  'GET /v1/student/grade-book/books',
  'GET /v1/student/grade-book/list',
  'GET /v1/student/grade-book/marks',
  'GET /v1/student/grade-book/mark-details',
  'GET /v1/student/grade-book/score-journal',
] as const satisfies readonly GetCall[]
const progressCalls = [
  ...scheduleCalls,
  'GET /v1/parent/children/progress/groups',
  'GET /v1/parent/children/progress/list',
  'GET /v1/parent/children/progress/overview',
  'GET /v1/parent/children/progress/trend',
] as const satisfies readonly GetCall[]
const moneyCalls = [
  'GET /v1/profile/contract/list',
  'GET /v1/profile/contract/{contractId}/history',
  'GET /v1/profile/tax-deduction',
] as const satisfies readonly GetCall[]
const placeCalls = [...new Set([...changedByPurchase, ...changedByTransfer])]
const contractCalls = [...new Set([...moneyCalls, ...placeCalls])]

/**
 * The calls whose answers depend on the records of a collection of the integration API. A change of such a record is
 * announced to the people whom it concerns, also if a job, an import, another system or another person makes it.
 */
export const callsChangedByRecord = {
  users: [
    'GET /v1/profile',
    'GET /v1/profile/children',
    'GET /v1/profile/consent/list',
    'GET /v1/profile/contract/list',
    'GET /v1/profile/password/sign-in-names',
    'GET /v1/profile/tax-deduction',
  ],
  lessons: scheduleCalls,
  lessonChanges: scheduleCalls,
  exams: scheduleCalls,
  conversations: scheduleCalls,
  selfStudy: scheduleCalls,
  enrollments: scheduleCalls,
  attendance: progressCalls,
  homework: progressCalls,
  gradeBooks: gradeBookCalls,
  gradeBookCourses: gradeBookCalls,
  termMarks: gradeBookCalls,
  results: gradeBookCalls,
  contracts: contractCalls,
  payments: moneyCalls,
  operations: moneyCalls,
  transfers: changedByTransfer,
  waitingList: placeCalls,
  choices: contractCalls,
  taxCertificates: ['GET /v1/profile/tax-deduction'],
  tickets: [...changedByOwnTicket, ...readByTicketDesk],
} as const satisfies Record<string, readonly GetCall[]>

export type AnnouncedCollection = keyof typeof callsChangedByRecord

/** Collections whose changes are seen with the next request: they concern no certain people, or only imports change them. */
const unannouncedCollections: readonly string[] = [
  'absences',
  'academicSessions',
  'banners',
  'baskets',
  'categories',
  'classes',
  'contractStates',
  'courses',
  'demographics',
  'events',
  'journals',
  'lineItems',
  'markHistory',
  'news',
  'offers',
  'opportunities',
  'opportunityClasses',
  'orgs',
  'pictures',
  'roles',
  'scoreScales',
  'slots',
  'subjects',
  'territories',
  'ticketMessages',
  'userProfiles',
  'vacations',
]

/** Throws for an unknown name: a misspelt one would be announced to no one. */
export function isAnnounced(collection: string): collection is AnnouncedCollection {
  if (Object.hasOwn(callsChangedByRecord, collection)) return true
  if (unannouncedCollections.includes(collection)) return false
  throw new Error(`The collection ${collection} is neither announced nor excepted in contract/record-changes.ts`)
}
