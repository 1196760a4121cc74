import { z } from 'zod'
import { call } from './call.ts'
import {
  eligibilityRules,
  lessonFormats,
  lessonStates,
  moveConflicts,
  moveObstacles,
  moveStates,
  scheduleCategories,
  scheduleFilterKinds,
  ticketStates,
} from './enumerations.ts'
import { ticketLength } from './limits.ts'
import { count, day, iso, kopecks, slot, territory, uuid } from './shapes.ts'

export const scheduleItem = z.object({
  uuid,
  category: z.enum(scheduleCategories),
  format: z.enum(lessonFormats).nullable(),
  title: z.string(),
  subject: z.string().nullable(),
  startsAt: iso,
  endsAt: iso,
  allDay: z.boolean(),
  studentUuid: uuid,
  groupUuid: uuid.nullable(),
  groupTitle: z.string().nullable(),
  teacher: z.string().nullable(),
  place: z.string().nullable(),
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
  title: z.string(),
  subject: z.string(),
  teacher: z.string().nullable(),
  territory: territory.nullable(),
  territories: z.array(territory),
  slots: z.array(slot),
  canChange: z.boolean(),
  /** Why not. */
  reason: z.enum(moveObstacles).nullable(),
})
export type StudyGroup = z.infer<typeof studyGroup>

export const groupToChange = z.object({
  groupUuid: uuid,
  title: z.string(),
  teacher: z.string().nullable(),
  territory: territory.nullable(),
  slots: z.array(slot),
  startsOn: day,
  placesLeft: count,
  placesTotal: count,
})
export type GroupToChange = z.infer<typeof groupToChange>

const monthQuery = z.object({ month_date: day })
const lookUp = z.object({ contractUuid: uuid, territoryUuid: uuid })
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
  summary: 'Groups to change to, full ones among them: one can wait for a place',
  query: lookUp,
  answer: z.array(groupToChange),
}
export const listChildrenGroupsToChange = call('GET /v1/parent/children/schedule/groups/to-change', {
  ...toChange,
  access: parent,
})
export const listOwnGroupsToChange = call('GET /v1/student/schedule/groups/to-change', { ...toChange, access: student })

const changeGroup = {
  summary: 'Moves to another group; 409 when no place is left, or the rules forbid it',
  idempotent: true,
  body: change,
  answer: changed,
} as const
export const changeChildGroup = call('POST /v1/parent/children/schedule/groups/change', {
  ...changeGroup,
  access: parent,
})
export const changeOwnGroup = call('POST /v1/student/schedule/groups/change', { ...changeGroup, access: student })

export const enroll = call('POST /v1/schedule/group/enroll', {
  summary: 'Enrols in a group of a campaign; 409 when it is full',
  access: { who: 'group', groups: ['parent', 'student'] },
  idempotent: true,
  /** A parent of several children who may enrol names the child. */
  body: z.strictObject({ campaignUuid: uuid, opportunityUuid: uuid, groupUuid: uuid, studentUuid: uuid.optional() }),
  answer: z.object({ enrolmentUuid: uuid, location: z.string().nullable() }),
})

export const createTicket = call('POST /v1/schedule/ticket/create', {
  summary: 'A letter about the schedule',
  access: { who: 'group', groups: ['parent', 'student'] },
  limit: 'letter',
  idempotent: true,
  body: z.strictObject({ contentHtml: z.string().min(1).max(ticketLength) }),
  answer: z.object({ uuid, number: z.string() }),
  status: 201,
})

const offerToken = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22}$/) })

export const offer = z.object({
  token: z.string(),
  campaignUuid: uuid,
  title: z.string(),
  description: z.string(),
  enrolUntil: day,
  opportunities: z.array(
    z.object({
      opportunityUuid: uuid,
      title: z.string(),
      description: z.string(),
      hours: count,
      groceryBasketUuid: uuid.nullable(),
      groups: z.array(
        z.object({
          groupUuid: uuid,
          title: z.string(),
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
  opportunities: z.array(
    z.object({
      opportunityUuid: uuid,
      /** All of them must be met. */
      rules: z.array(
        z.object({
          rule: z.enum(eligibilityRules),
          isMet: z.boolean(),
          /** The grades that it is for. */
          grades: z.array(z.int()).nullable(),
        }),
      ),
    }),
  ),
  enrolment: z
    .object({
      opportunityUuid: uuid,
      groupUuid: uuid,
      enrolledAt: iso,
      /** The course that the group is of. */
      courseUuid: uuid,
      /** Of what costs something: to be turned into a contract, or what came of it. */
      groceryBasketUuid: uuid.nullable(),
      contractUuid: uuid.nullable(),
      /** The last day on which the place waits for a contract; null where there is one, or none is needed. */
      keptUntil: day.nullable(),
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

const ownSchedule = { who: 'group', groups: ['parent', 'student'] } as const

/** The letters about the schedule that the person has written, the newest first. */
export const ticket = z.object({
  uuid,
  number: z.string(),
  contentHtml: z.string(),
  state: z.enum(ticketStates),
  createdAt: iso,
  answerHtml: z.string().nullable(),
  answeredAt: iso.nullable(),
})
export type Ticket = z.infer<typeof ticket>

export const listTickets = call('GET /v1/schedule/ticket/list', {
  summary: 'The person’s own letters about the schedule, the newest first',
  added: true,
  access: ownSchedule,
  answer: z.array(ticket),
})

const feed = z.object({
  /** Whose schedule it holds. */
  students: z.array(uuid),
  kinds: z.array(z.enum(scheduleFilterKinds)),
  createdAt: iso,
  /** When a calendar last asked for it. */
  lastReadAt: iso.nullable(),
})
export type Feed = z.infer<typeof feed>

export const getFeedLink = call('GET /v1/schedule/feed-link', {
  summary: 'The personal iCalendar subscription, without its address, which is told once',
  added: true,
  access: ownSchedule,
  answer: z.object({ feed: feed.nullable() }),
})
export const renewFeedLink = call('POST /v1/schedule/feed-link', {
  summary: 'Makes a new iCalendar subscription and ends the old one; its address is told this once',
  added: true,
  access: ownSchedule,
  body: z.strictObject({
    students: z.array(uuid).min(1).max(100),
    kinds: z.array(z.enum(scheduleFilterKinds)).min(1),
  }),
  answer: z.object({ url: z.string(), feed }),
})
export const endFeedLink = call('DELETE /v1/schedule/feed-link', {
  summary: 'Ends the iCalendar subscription',
  added: true,
  access: ownSchedule,
})

export const scheduleChange = z.object({
  itemUuid: uuid,
  category: z.enum(scheduleCategories),
  studentUuid: uuid,
  title: z.string(),
  subject: z.string().nullable(),
  state: z.enum(lessonStates),
  startsAt: iso,
  endsAt: iso,
  place: z.string().nullable(),
  /** When and where it was to be before; null for what was cancelled in its place. */
  was: z.object({ startsAt: iso, endsAt: iso, place: z.string().nullable() }).nullable(),
  changedAt: iso,
  /** Changed after the person last looked. */
  isNew: z.boolean(),
})
export type ScheduleChange = z.infer<typeof scheduleChange>

export const listScheduleChanges = call('GET /v1/schedule/change/list', {
  summary: 'What was moved or cancelled within 30 days, the latest change first',
  added: true,
  access: ownSchedule,
  answer: z.array(scheduleChange),
})

export const groupMove = z.object({
  uuid,
  contractUuid: uuid,
  studentUuid: uuid,
  from: z.object({ groupUuid: uuid, title: z.string() }),
  to: z.object({ groupUuid: uuid, title: z.string() }),
  requestedAt: iso,
  effectiveFrom: day,
  state: z.enum(moveStates),
  withdrawnAt: iso.nullable(),
})
export type GroupMove = z.infer<typeof groupMove>

export const listGroupMoves = call('GET /v1/schedule/group/move/list', {
  summary: 'Moves to other groups, coming and past, the newest first',
  added: true,
  access: ownSchedule,
  answer: z.array(groupMove),
})
export const withdrawGroupMove = call('DELETE /v1/schedule/group/move/{id}', {
  summary: 'Takes a move back before it takes effect; 409 afterwards',
  added: true,
  access: ownSchedule,
  params: z.object({ id: uuid }),
})

export const groupQueue = z.object({
  groupUuid: uuid,
  groupTitle: z.string(),
  contractUuid: uuid,
  studentUuid: uuid,
  /** How many wait for a place, also those for whom one is held. */
  length: count,
  /** The person’s own place in it, the first being 1; null for who does not wait. */
  own: z
    .object({
      uuid,
      position: z.int().min(1),
      joinedAt: iso,
      /** A place is held for them until then (D-40). */
      heldUntil: iso.nullable(),
    })
    .nullable(),
})
export type GroupQueue = z.infer<typeof groupQueue>

export const listGroupQueues = call('GET /v1/schedule/group/queue/list', {
  summary: 'The waiting lists of the full groups that a contract may move to; without a contract those one waits in',
  added: true,
  access: ownSchedule,
  query: z.object({ contractUuid: uuid.optional() }),
  answer: z.array(groupQueue),
})
export const joinGroupQueue = call('POST /v1/schedule/group/queue/join', {
  summary: 'Waits for a place in a full group; 409 when there is one, or when the rules forbid the move',
  added: true,
  access: ownSchedule,
  idempotent: true,
  body: z.strictObject({ contractUuid: uuid, groupUuid: uuid }),
  answer: groupQueue,
})
export const leaveGroupQueue = call('DELETE /v1/schedule/group/queue/{id}', {
  summary: 'Waits no longer; a place that was held goes to the next',
  added: true,
  access: ownSchedule,
  params: z.object({ id: uuid }),
})

const movePreviewItem = scheduleItem.extend({
  side: z.enum(['stays', 'leaves', 'comes']),
  territory: territory.nullable(),
})

export const movePreview = z.object({
  groupUuid: uuid,
  effectiveFrom: day,
  /** Monday to Sunday of the first week that has lessons of the new group. */
  week: z.object({ from: day, to: day }),
  /** The week of all children of the person: what stays, what goes and what comes. */
  items: z.array(movePreviewItem),
  /** Of that week, and of the next four what that week does not tell. */
  conflicts: z.array(
    z.object({
      kind: z.enum(moveConflicts),
      /** Of the new group. */
      itemUuid: uuid,
      otherUuid: uuid,
      /** Between the end of one and the beginning of the other; below zero where they overlap. */
      minutesBetween: z.int(),
      /** Of a clash after that week: both, which `items` does not hold. */
      later: z.object({ item: movePreviewItem, other: movePreviewItem }).optional(),
    }),
  ),
  price: z.object({ now: kopecks, after: kopecks }),
})
export type MovePreview = z.infer<typeof movePreview>

export const previewGroupChange = call('GET /v1/schedule/group/preview', {
  summary: 'What a move would change: from which day, the week before and after, conflicts, price',
  added: true,
  access: ownSchedule,
  query: z.object({ contractUuid: uuid, groupUuid: uuid }),
  answer: movePreview,
})
