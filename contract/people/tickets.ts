import { z } from 'zod'
import { call } from '#contract/call.ts'
import {
  ticketMessageKinds,
  ticketQueueStates,
  ticketRecipientRoles,
  ticketStates,
  ticketTopics,
} from '#contract/enumerations.ts'
import { searchLength, ticketFile, ticketLength } from '#contract/limits.ts'
import { count, iso, page, pageOf, schoolText, uuid } from '#contract/schemas.ts'
import { ticketRoleGroups } from '#contract/screens.ts'

/** Those who write to the school. */
const authors = { who: 'group', groups: ticketRoleGroups } as const
const admin = { who: 'check', check: 'admin' } as const
const file = z.object({ uuid, name: z.string(), mediaType: z.string(), size: count })
export type TicketFile = z.infer<typeof file>

/** Uploads to attach. */
const files = z.array(uuid).max(ticketFile.maxCount).optional()

export const uploadTicketFile = call('POST /v1/storage/ticket-file', {
  summary: 'Stores a picture or a PDF for a message of a ticket; without one it is deleted after a day',
  added: true,
  access: { who: 'group', groups: [...ticketRoleGroups, 'admin'] },
  limit: 'ticket-file',
  rawBody: { mediaTypes: ticketFile.mediaTypes, maxBytes: ticketFile.maxBytes },
  /** Percent-encoded. */
  headers: z.object({ 'x-file-name': z.string().regex(/^[\w.~!*'()%-]{1,1000}$/) }),
  answer: file,
})

const contentHtml = z.string().min(1).max(ticketLength)

export const createTicket = call('POST /v1/schedule/ticket/create', {
  summary: 'Creates a ticket; without a topic it is about the schedule',
  access: authors,
  limit: 'ticket',
  idempotent: true,
  body: z.strictObject({
    contentHtml,
    topic: z.enum(ticketTopics).optional(),
    /** The child whom it is about. */
    studentUuid: uuid.optional(),
    /** A person of `recipient/list`; without one the office of the topic answers. */
    recipientUuid: uuid.optional(),
    files,
  }),
  answer: z.object({ uuid, number: z.string() }),
  status: 201,
})

const ticketRecipient = z.object({
  uuid,
  name: z.string(),
  /** The student whom they teach or look after. */
  studentUuid: uuid,
  /** What they teach the student, where the school lets families write to teachers. */
  courses: z.array(schoolText),
  /** The groups of the student whose curator they are. */
  curatedGroups: z.array(schoolText),
})
export type TicketRecipient = z.infer<typeof ticketRecipient>

export const listTicketRecipients = call('GET /v1/schedule/ticket/recipient/list', {
  summary:
    'Curators and, as far as the school allows, teachers to whom the user may write: of the own groups or of those of the children',
  added: true,
  access: authors,
  answer: z.array(ticketRecipient),
})

/** As what a person has a ticket: as a teacher of the student, or as the curator of the student's group. */
const recipientRole = z.enum(ticketRecipientRoles)
const recipient = z.object({ name: z.string(), role: recipientRole })

/** What the list and the conversation have in common. */
const ticketFacts = z.object({
  uuid,
  number: z.string(),
  topic: z.enum(ticketTopics),
  /** The first words of the text, without markup and greeting. */
  subject: z.string(),
  /** The child whom it is about. */
  student: z.object({ uuid, firstName: z.string() }).nullable(),
  /** Of a ticket that is addressed to the user; null for an own one. */
  author: z.string().nullable(),
  /** The teacher or curator who has it; null: the office of the topic. */
  recipient: recipient.nullable(),
  state: z.enum(ticketStates),
  createdAt: iso,
  /** When the school last answered. */
  answeredAt: iso.nullable(),
  /** Until when the school promises an answer; null for a ticket that does not wait for one. */
  dueAt: iso.nullable(),
  /** The last answer has not been opened by the author; of one that is addressed to the user: it waits for an answer. */
  isUnread: z.boolean(),
})

/** A ticket of the user without its conversation. */
const ticket = ticketFacts.extend({
  /** The last answer or reply; null while the text of the ticket is all. `isOwn`: of the same side as the user. */
  lastMessage: z.object({ isOwn: z.boolean(), at: iso, preview: z.string() }).nullable(),
})
export type Ticket = z.infer<typeof ticket>

export const listTickets = call('GET /v1/schedule/ticket/list', {
  summary:
    'The tickets of the user and those addressed to the user, those with the newest messages first; with a search, those that have all of its words',
  added: true,
  access: authors,
  query: z.object({ search: z.string().max(searchLength).optional() }),
  answer: z.array(ticket),
})

const conversation = ticketFacts.extend({
  contentHtml: z.string(),
  files: z.array(file),
  /** Answers and replies after the text of the ticket, by time. Notes of administrators are never among them. */
  messages: z.array(
    z.object({
      uuid,
      isOwn: z.boolean(),
      /** The name of the author, or of the teacher or curator; null for the user and for the office. */
      by: z.string().nullable(),
      contentHtml: z.string(),
      at: iso,
      files: z.array(file),
    }),
  ),
})
export type TicketConversation = z.infer<typeof conversation>

export const getTicket = call('GET /v1/schedule/ticket/{id}', {
  summary: 'A ticket of the user, or addressed to the user, with its answers and replies',
  added: true,
  access: authors,
  params: z.object({ id: uuid }),
  answer: conversation,
})

export const replyToTicket = call('POST /v1/schedule/ticket/{id}/reply', {
  summary:
    'Replies to a ticket of the user, which opens an answered or closed one again; a teacher or curator answers what is addressed to them',
  added: true,
  access: authors,
  limit: 'ticket',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: z.strictObject({ contentHtml, files }),
  answer: z.object({ state: z.enum(ticketStates) }),
})

export const readTicket = call('POST /v1/schedule/ticket/{id}/read', {
  summary: 'Notes that the author has opened the answer',
  added: true,
  access: authors,
  params: z.object({ id: uuid }),
})

const named = z.object({ id: uuid, name: z.string() })
const namedRecipient = named.extend({ role: recipientRole })

const queuedTicket = z.object({
  id: uuid,
  number: z.string(),
  topic: z.enum(ticketTopics),
  state: z.enum(ticketStates),
  createdAt: iso,
  author: named,
  /** The child whom it is about. */
  student: named.nullable(),
  assignee: named.nullable(),
  /** The teacher or curator who has it. */
  recipient: namedRecipient.nullable(),
  /** The first words of the text, without markup and greeting. */
  subject: z.string(),
  /** The beginning of the last message of the author, without markup. */
  preview: z.string(),
  /** When the norm of the topic is over; null for a ticket that does not wait for an answer. */
  dueAt: iso.nullable(),
  /** It waits for the administrator who asks: taken by this one, or by none and addressed to no teacher and no curator. */
  isToAnswer: z.boolean(),
})
export type QueuedTicket = z.infer<typeof queuedTicket>

/** The user, none, or an administrator. */
export const assigneeFilter = z.union([z.enum(['own', 'none']), uuid])

export const listTicketQueue = call('GET /v1/admin/ticket/queue', {
  summary:
    'Tickets by state, topic, assignee, person and words, also of names; those that wait come first, by the time when the norm is over',
  added: true,
  access: admin,
  limit: 'search',
  query: z.object({
    search: z.string().max(searchLength).optional(),
    state: z.enum(ticketQueueStates).optional(),
    topic: z.enum(ticketTopics).optional(),
    assignee: assigneeFilter.optional(),
    overdue: z.literal('yes').optional(),
    /** Author, or the child whom it is about. */
    person: uuid.optional(),
    page,
  }),
  answer: pageOf(queuedTicket),
})

const responseTime = z.object({
  topic: z.enum(ticketTopics),
  /** Norm in hours. */
  norm: count,
  /** Tickets that were answered, or should have been. */
  tickets: count,
  /** Median hours to the first answer; null without answers. */
  median: z.number().nullable(),
  /** Share (0 to 1) of `tickets` answered within the norm; null without any. */
  withinNorm: z.number().nullable(),
  /** Tickets that wait longer than the norm, whenever they came. */
  late: count,
})
export type ResponseTime = z.infer<typeof responseTime>

export const listResponseTimes = call('GET /v1/admin/ticket/response-time/list', {
  summary: 'How fast tickets of the last 90 days were answered, by topic, and how many are late now',
  added: true,
  access: admin,
  answer: z.array(responseTime),
})

export const listAssignees = call('GET /v1/admin/ticket/assignee/list', {
  summary: 'Administrators who may be given a ticket, by name',
  added: true,
  access: admin,
  answer: z.array(named),
})

const deskTicket = z.object({
  id: uuid,
  number: z.string(),
  topic: z.enum(ticketTopics),
  state: z.enum(ticketStates),
  createdAt: iso,
  dueAt: iso.nullable(),
  author: named,
  /** The child whom it is about. */
  student: named.nullable(),
  assignee: named.nullable(),
  /** The teacher or curator who has it. */
  recipient: namedRecipient.nullable(),
  /** Grows with every step; a write names the version that its administrator has seen. */
  version: count,
  contentHtml: z.string(),
  files: z.array(file),
  messages: z.array(
    z.object({
      id: uuid,
      kind: z.enum(ticketMessageKinds),
      /** Null for an answer that was imported. */
      by: z.string().nullable(),
      contentHtml: z.string(),
      at: iso,
      files: z.array(file),
    }),
  ),
})
export type DeskTicket = z.infer<typeof deskTicket>

export const getDeskTicket = call('GET /v1/admin/ticket/{id}', {
  summary: 'A ticket with its whole conversation, notes included',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  answer: deskTicket,
})

const version = count
const versioned = z.object({ version })

export const writeTicketMessage = call('POST /v1/admin/ticket/{id}/message', {
  summary: 'Answers a ticket, or notes something for administrators; 409 when it has changed since `version`',
  added: true,
  access: admin,
  idempotent: true,
  params: z.object({ id: uuid }),
  body: z.strictObject({ kind: z.enum(['answer', 'note']), contentHtml, files, version }),
  answer: versioned,
})

export const changeTicket = call('PATCH /v1/admin/ticket/{id}', {
  summary: 'Changes state, topic or assignee of a ticket; 409 when it has changed since `version`',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  body: z.strictObject({
    version,
    state: z.enum(['received', 'inProgress', 'closed']).optional(),
    topic: z.enum(ticketTopics).optional(),
    assigneeId: uuid.nullable().optional(),
  }),
  answer: versioned,
})
