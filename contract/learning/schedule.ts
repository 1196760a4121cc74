import { z } from 'zod'
import { call } from '#contract/call.ts'
import {
  branches,
  calendarGaps,
  eligibilityRules,
  lessonFormats,
  lessonStates,
  scheduleCategories,
  scheduleFilterKinds,
  transferConflicts,
  transferObstacles,
  transferStates,
} from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { count, day, iso, kopecks, schoolText, slot, territory, uuid } from '#contract/schemas.ts'

export const scheduleItem = z.object({
  uuid,
  category: z.enum(scheduleCategories),
  format: z.enum(lessonFormats).nullable(),
  title: schoolText,
  subject: schoolText.nullable(),
  startsAt: iso,
  endsAt: iso,
  allDay: z.boolean(),
  studentUuid: uuid,
  groupUuid: uuid.nullable(),
  groupTitle: schoolText.nullable(),
  teacher: z.string().nullable(),
  /** The teacher of the group, if `teacher` is a substitute. */
  replacedTeacher: z.string().nullable(),
  /** Of the group of a lesson. */
  curator: z.string().nullable(),
  place: schoolText.nullable(),
  joinUrl: z.string().nullable(),
  recordingUrl: z.string().nullable(),
  isFirstWeek: z.boolean(),
  state: z.enum(lessonStates),
})
export type ScheduleItem = z.infer<typeof scheduleItem>

export const studyGroup = z.object({
  contractUuid: uuid,
  studentUuid: uuid,
  groupUuid: uuid,
  title: schoolText,
  subject: schoolText,
  teacher: z.string().nullable(),
  territory: territory.nullable(),
  territories: z.array(territory),
  slots: z.array(slot),
  canChange: z.boolean(),
  /** Why not, if `canChange` is false. */
  reason: z.enum(transferObstacles).nullable(),
})
export type StudyGroup = z.infer<typeof studyGroup>

/** A conflict of the lessons of a new group with those of the student, or with those of a sibling elsewhere. */
export const scheduleConflict = z.object({
  kind: z.enum(transferConflicts),
  slot,
  other: z.object({
    studentUuid: uuid,
    title: schoolText,
    slot,
    place: schoolText.nullable(),
    /** Null for what the calendar shows. */
    calendarGap: z.enum(calendarGaps).nullable(),
  }),
  /** Minutes between the end of one and the start of the other; negative if they overlap. */
  minutesBetween: z.int(),
  /** The only day of the conflict; null if it happens in several weeks. */
  day: day.nullable(),
})
export type ScheduleConflict = z.infer<typeof scheduleConflict>

export const availableGroup = z.object({
  groupUuid: uuid,
  title: schoolText,
  teacher: z.string().nullable(),
  territory: territory.nullable(),
  slots: z.array(slot),
  startsOn: day,
  placesLeft: count,
  placesTotal: count,
  conflicts: z.array(scheduleConflict),
})
export type AvailableGroup = z.infer<typeof availableGroup>

const monthQuery = z.object({ month_date: day })
const availableGroupsParams = z.object({ contractUuid: uuid, territoryUuid: uuid.optional() })
const change = z.strictObject({ contractUuid: uuid, groupUuid: uuid })
const changed = z.object({ contractUuid: uuid, groupUuid: uuid, effectiveFrom: day })

const parent = { who: 'group', groups: ['parent'] } as const
const student = { who: 'group', groups: ['student'] } as const

const list = {
  summary: 'The schedule of the calendar sheet that holds the day (D-23)',
  query: monthQuery,
  answer: z.array(scheduleItem),
}
export const listChildrenSchedule = call('GET /v1/parent/children/schedule/list', { ...list, access: parent })
export const listOwnSchedule = call('GET /v1/student/schedule/list', { ...list, access: student })

const groups = { summary: 'Present groups, and whether each may be changed', answer: z.array(studyGroup) }
export const listChildrenGroups = call('GET /v1/parent/children/schedule/groups/list', { ...groups, access: parent })
export const listOwnGroups = call('GET /v1/student/schedule/groups/list', { ...groups, access: student })

const toChange = {
  summary: 'Groups to change to in a territory or in all of them, full ones among them: one can wait for a place',
  query: availableGroupsParams,
  answer: z.array(availableGroup),
}
export const listChildrenGroupsToChange = call('GET /v1/parent/children/schedule/groups/to-change', {
  ...toChange,
  access: parent,
})
export const listOwnGroupsToChange = call('GET /v1/student/schedule/groups/to-change', { ...toChange, access: student })

const transfer = {
  summary: 'Requests a transfer to another group; 409 when no place is left, or the rules forbid it',
  idempotent: true,
  body: change,
  answer: changed,
} as const
export const transferChild = call('POST /v1/parent/children/schedule/groups/change', {
  ...transfer,
  access: parent,
})
export const transferOwn = call('POST /v1/student/schedule/groups/change', { ...transfer, access: student })

export const enroll = call('POST /v1/schedule/group/enroll', {
  summary: 'Enrols in a group of a campaign; 409 when it is full',
  access: { who: 'group', groups: ['parent', 'student'] },
  idempotent: true,
  /** Required of a parent with several eligible children. */
  body: z.strictObject({ campaignUuid: uuid, opportunityUuid: uuid, groupUuid: uuid, studentUuid: uuid.optional() }),
  answer: z.object({ enrolmentUuid: uuid, location: z.string().nullable() }),
})

const offerToken = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22}$/) })

export const offer = z.object({
  token: z.string(),
  campaignUuid: uuid,
  title: schoolText,
  description: schoolText,
  enrolUntil: day,
  opportunities: z.array(
    z.object({
      opportunityUuid: uuid,
      title: schoolText,
      description: schoolText,
      hours: count,
      /** Of the cheapest group; 0 if it is free. */
      price: kopecks,
      groceryBasketUuid: uuid.nullable(),
      groups: z.array(
        z.object({
          groupUuid: uuid,
          title: schoolText,
          startsOn: day,
          slots: z.array(slot),
          placesLeft: count,
          teacher: z.string().nullable(),
          territory: territory.nullable(),
        }),
      ),
    }),
  ),
  enrolment: z.object({ opportunityUuid: uuid, groupUuid: uuid }).nullable(),
})
export type Offer = z.infer<typeof offer>

export const readOffer = call('GET /{token}', {
  summary: 'The offer that a token stands for (D-20); an unknown token is 404',
  access: { who: 'signed-in' },
  params: offerToken,
  answer: offer,
})

export const offerStudent = z.object({
  studentUuid: uuid,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.int().nullable(),
  /** Of a contract of the school year; null without one. */
  branch: z.enum(branches).nullable(),
  opportunities: z.array(
    z.object({
      opportunityUuid: uuid,
      /** All rules must be met. */
      rules: z.array(
        z.object({
          rule: z.enum(eligibilityRules),
          isMet: z.boolean(),
          /** Grades of the group. */
          grades: z.array(z.int()).nullable(),
        }),
      ),
      /** Conflicts in each group of the opportunity; they do not prevent the enrolment. */
      groups: z.array(z.object({ groupUuid: uuid, conflicts: z.array(scheduleConflict) })),
    }),
  ),
  enrolment: z
    .object({
      enrolmentUuid: uuid,
      opportunityUuid: uuid,
      groupUuid: uuid,
      enrolledAt: iso,
      /** Course of the group. */
      courseUuid: uuid,
      /** Of a paid opportunity: the basket to convert to a contract, or the contract. */
      groceryBasketUuid: uuid.nullable(),
      contractUuid: uuid.nullable(),
      /** Last day to sign a contract; null if there is one or none is needed. */
      keptUntil: day.nullable(),
      /** Last day to withdraw the enrolment, before the group starts; null if it is over or there is a contract. */
      withdrawUntil: day.nullable(),
    })
    .nullable(),
})
export type OfferStudent = z.infer<typeof offerStudent>

export const listOfferStudents = call('GET /v1/schedule/offer/{token}/student/list', {
  summary: 'Who of the person’s own may enrol, rule by rule, and who has',
  added: true,
  access: { who: 'group', groups: ['parent', 'student'] },
  params: offerToken,
  answer: z.array(offerStudent),
})

export const withdrawEnrolment = call('DELETE /v1/schedule/enrolment/{id}', {
  summary: 'Withdraws an enrolment before its group starts; 409 afterwards, or if there is a contract',
  added: true,
  access: { who: 'group', groups: ['parent', 'student'] },
  params: z.object({ id: uuid }),
})

const scheduleAccess = { who: 'group', groups: ['parent', 'student'] } as const

const feed = z.object({
  /** Students whose schedule it contains. */
  students: z.array(uuid),
  kinds: z.array(z.enum(scheduleFilterKinds)),
  createdAt: iso,
  /** When a calendar last fetched it. */
  lastReadAt: iso.nullable(),
})
export type Feed = z.infer<typeof feed>

export const getFeedLink = call('GET /v1/schedule/feed-link', {
  summary: 'The personal iCalendar subscription, without its address, which is returned once',
  added: true,
  access: scheduleAccess,
  answer: z.object({ feed: feed.nullable() }),
})
export const renewFeedLink = call('POST /v1/schedule/feed-link', {
  summary: 'Makes a new iCalendar subscription and ends the old one; its address is returned only here',
  added: true,
  access: scheduleAccess,
  body: z.strictObject({
    students: z.array(uuid).min(1).max(100),
    kinds: z.array(z.enum(scheduleFilterKinds)).min(1),
  }),
  answer: z.object({ url: z.string(), feed }),
})
export const endFeedLink = call('DELETE /v1/schedule/feed-link', {
  summary: 'Ends the iCalendar subscription',
  added: true,
  access: scheduleAccess,
})

export const scheduleChange = z.object({
  itemUuid: uuid,
  category: z.enum(scheduleCategories),
  studentUuid: uuid,
  title: schoolText,
  subject: schoolText.nullable(),
  state: z.enum(lessonStates),
  startsAt: iso,
  endsAt: iso,
  place: schoolText.nullable(),
  /** Previous time and place; null if only cancelled. */
  was: z.object({ startsAt: iso, endsAt: iso, place: schoolText.nullable() }).nullable(),
  changedAt: iso,
  /** Changed since the user last looked. */
  isNew: z.boolean(),
})
export type ScheduleChange = z.infer<typeof scheduleChange>

export const listScheduleChanges = call('GET /v1/schedule/change/list', {
  summary: 'What was moved or cancelled within 30 days, the latest change first',
  added: true,
  access: scheduleAccess,
  answer: z.array(scheduleChange),
})

export const groupTransfer = z.object({
  uuid,
  contractUuid: uuid,
  studentUuid: uuid,
  from: z.object({ groupUuid: uuid, title: schoolText }),
  to: z.object({ groupUuid: uuid, title: schoolText }),
  requestedAt: iso,
  /** A Monday; the first lesson may be later in the week. */
  effectiveFrom: day,
  /** Start of the first lesson of the new group; null if none is planned. */
  firstLessonAt: iso.nullable(),
  state: z.enum(transferStates),
  withdrawnAt: iso.nullable(),
})
export type GroupTransfer = z.infer<typeof groupTransfer>

export const listGroupTransfers = call('GET /v1/schedule/group/transfer/list', {
  summary: 'Transfers to other groups, pending and past, the newest first',
  added: true,
  access: scheduleAccess,
  answer: z.array(groupTransfer),
})
export const withdrawGroupTransfer = call('DELETE /v1/schedule/group/transfer/{id}', {
  summary: 'Withdraws a transfer before it takes effect; 409 afterwards',
  added: true,
  access: scheduleAccess,
  params: z.object({ id: uuid }),
})

export const cancelGroupTransfer = call('POST /v1/admin/transfer/{transferId}/cancel', {
  summary:
    'The staff cancels a transfer before it takes effect; who asked for it gets a message with the reason. 409 `state-conflict` afterwards, 403 `role-missing` for an own one',
  added: true,
  access: { who: 'check', check: 'admin' },
  audited: 'contract.transfer-cancelled',
  idempotent: true,
  params: z.object({ transferId: uuid }),
  body: z.strictObject({ reason: loginReason }),
})

export const groupWaitingList = z.object({
  groupUuid: uuid,
  groupTitle: schoolText,
  contractUuid: uuid,
  studentUuid: uuid,
  /** Length of the waiting list, including held places. */
  length: count,
  /** Own position, starting with 1; null if not in the list. */
  own: z
    .object({
      uuid,
      position: z.int().min(1),
      joinedAt: iso,
      /** A place is held until then. */
      heldUntil: iso.nullable(),
    })
    .nullable(),
})
export type GroupWaitingList = z.infer<typeof groupWaitingList>

export const listGroupWaitingLists = call('GET /v1/schedule/group/waiting-list/list', {
  summary:
    'Waiting lists of the full groups that a contract may be transferred to; without a contract those of the user',
  added: true,
  access: scheduleAccess,
  query: z.object({ contractUuid: uuid.optional() }),
  answer: z.array(groupWaitingList),
})
export const joinGroupWaitingList = call('POST /v1/schedule/group/waiting-list/join', {
  summary: 'Joins the waiting list of a full group; 409 when a place is free, or the rules forbid the transfer',
  added: true,
  access: scheduleAccess,
  idempotent: true,
  body: z.strictObject({ contractUuid: uuid, groupUuid: uuid }),
  answer: groupWaitingList,
})
export const leaveGroupWaitingList = call('DELETE /v1/schedule/group/waiting-list/{id}', {
  summary: 'Leaves the waiting list; a held place goes to the next',
  added: true,
  access: scheduleAccess,
  params: z.object({ id: uuid }),
})

const transferPreviewItem = scheduleItem.extend({
  side: z.enum(['stays', 'leaves', 'comes']),
  territory: territory.nullable(),
})

export const transferPreview = z.object({
  groupUuid: uuid,
  effectiveFrom: day,
  /** Monday to Sunday of the first week with lessons of the new group. */
  week: z.object({ from: day, to: day }),
  /** The week of all children of the user: kept, removed and added items. */
  items: z.array(transferPreviewItem),
  /** Conflicts until the end of the new group, and the items of the week that have one. */
  conflicts: z.array(scheduleConflict),
  conflictingItems: z.array(uuid),
  price: z.object({ now: kopecks, after: kopecks }),
})
export type TransferPreview = z.infer<typeof transferPreview>

export const previewTransfer = call('GET /v1/schedule/group/preview', {
  summary: 'What a transfer would change: from which day, the week before and after, conflicts, price',
  added: true,
  access: scheduleAccess,
  query: z.object({ contractUuid: uuid, groupUuid: uuid }),
  answer: transferPreview,
})
