import { z } from 'zod'
import { call } from './call.ts'
import { lessonFormats, lessonStates, scheduleCategories } from './enumerations.ts'
import { count, day, iso, slot, territory, uuid } from './shapes.ts'

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
  reason: z.string().nullable(),
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

const toChange = { summary: 'Groups with places to change to', query: lookUp, answer: z.array(groupToChange) }
export const listChildrenGroupsToChange = call('GET /v1/parent/children/schedule/groups/to-change', {
  ...toChange,
  access: parent,
})
export const listOwnGroupsToChange = call('GET /v1/student/schedule/groups/to-change', { ...toChange, access: student })

const changeGroup = {
  summary: 'Moves to another group; 409 when no place is left',
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
  body: z.strictObject({ campaignUuid: uuid, opportunityUuid: uuid, groupUuid: uuid }),
  answer: z.object({ enrolmentUuid: uuid, location: z.string().nullable() }),
})

export const createTicket = call('POST /v1/schedule/ticket/create', {
  summary: 'A letter about the schedule',
  access: { who: 'group', groups: ['parent', 'student'] },
  idempotent: true,
  body: z.strictObject({ contentHtml: z.string().min(1).max(20_000) }),
  answer: z.object({ uuid, number: z.string() }),
  status: 201,
})

export const readOffer = call('GET /{token}', {
  summary: 'The offer that a token stands for (D-20); an unknown token is 404',
  access: { who: 'signed-in' },
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
  answer: z.object({
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
          z.object({ groupUuid: uuid, title: z.string(), startsOn: day, slots: z.array(slot), placesLeft: count }),
        ),
      }),
    ),
    enrolment: z.object({ opportunityUuid: uuid, groupUuid: uuid }).nullable(),
  }),
})

const feed = z.object({ url: z.string() })
const ownSchedule = { who: 'group', groups: ['parent', 'student'] } as const
export const getFeedLink = call('GET /v1/schedule/feed-link', {
  summary: 'The personal iCalendar subscription',
  added: true,
  access: ownSchedule,
  answer: feed,
})
export const renewFeedLink = call('POST /v1/schedule/feed-link', {
  summary: 'Makes a new iCalendar subscription and ends the old one',
  added: true,
  access: ownSchedule,
  answer: feed,
})
