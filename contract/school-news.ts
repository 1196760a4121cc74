import { z } from 'zod'
import { call } from '#contract/call.ts'
import { locales, newsAudiences, newsStates } from '#contract/enumerations.ts'
import { newsTitle } from '#contract/forms.ts'
import { newsLength } from '#contract/limits.ts'
import { count, iso, page, pageOf, schoolText, uuid } from '#contract/schemas.ts'

/** Sanitized by the server. */
const contentHtml = z.string().max(newsLength.text)
const admin = { who: 'check', check: 'admin' } as const

const newsItem = z.object({
  id: uuid,
  title: z.string(),
  /** The beginning of the text without markup. */
  preview: z.string(),
  publishedAt: iso,
  isImportant: z.boolean(),
})
export type NewsItem = z.infer<typeof newsItem>

export const listSchoolNews = call('GET /v1/school-news/list', {
  summary: 'Published news of the school that are for the user, the newest first',
  added: true,
  access: { who: 'signed-in' },
  query: z.object({ page }),
  answer: pageOf(newsItem),
})

export const getSchoolNews = call('GET /v1/school-news/{id}', {
  summary: 'One news item; 404 for a withdrawn one and for one of other people',
  added: true,
  access: { who: 'signed-in' },
  params: z.object({ id: uuid }),
  answer: newsItem.extend({
    contentHtml: z.string(),
    /** When its text was last changed after it was published. */
    changedAt: iso.nullable(),
  }),
})

/** `id` is a role group or the uuid of a territory, course or study group; none for everyone. */
const audience = z.strictObject({ kind: z.enum(newsAudiences), id: z.string().max(36).optional() })
export type NewsAudienceChoice = z.infer<typeof audience>

const editedNews = z.object({
  id: uuid,
  title: z.string(),
  contentHtml: z.string(),
  audience: audience.extend({
    /** Of a territory, course or group. */
    title: schoolText.nullable(),
  }),
  isImportant: z.boolean(),
  /** Courses, discounts and events for sale: only people who have consented to marketing are notified. */
  isAdvertising: z.boolean(),
  publishAt: iso,
  state: z.enum(newsStates),
  /** How many people have been notified, and whether all have. */
  notified: z.object({ count, isDone: z.boolean() }),
  /** Null where the account of the author is gone. */
  author: z.string().nullable(),
  /** Grows with every change; a change names the version that its administrator has seen. */
  version: count,
})
export type EditedNews = z.infer<typeof editedNews>

export const listEditedNews = call('GET /v1/admin/news/list', {
  summary: 'All news items for administrators, the latest time of publication first',
  added: true,
  access: admin,
  query: z.object({ page }),
  answer: pageOf(editedNews),
})

const choice = z.array(z.object({ id: uuid, title: schoolText }))

export const listNewsAudiences = call('GET /v1/admin/news/audience/list', {
  summary: 'Territories, courses and study groups that have not ended, by title',
  added: true,
  access: admin,
  answer: z.object({ territories: choice, courses: choice, groups: choice }),
})

export const previewNews = call('POST /v1/admin/news/preview', {
  summary: 'What people would see of a news item, and how many would be notified of it now; stores nothing',
  added: true,
  access: admin,
  body: z.strictObject({ title: newsTitle, contentHtml, audience, isAdvertising: z.boolean().optional() }),
  answer: z.object({
    title: z.string(),
    preview: z.string(),
    contentHtml: z.string(),
    /** People with an account that is not locked; for advertising, of those who have consented to it. */
    recipients: count,
    /** The email about it, in the language of most of these people. */
    message: z.object({ language: z.enum(locales), subject: z.string(), text: z.string() }),
  }),
})
export type NewsPreview = z.infer<typeof previewNews.answer>

export const publishNews = call('POST /v1/admin/news', {
  summary: 'Publishes a news item, now or at an instant',
  added: true,
  access: admin,
  idempotent: true,
  body: z.strictObject({
    title: newsTitle,
    contentHtml,
    audience,
    /** Sent by email at once instead of in the next digest. */
    isImportant: z.boolean(),
    isAdvertising: z.boolean().optional(),
    /** Null: now. */
    publishAt: iso.nullable(),
  }),
  answer: z.object({ id: uuid }),
  status: 201,
})

export const changeNews = call('PATCH /v1/admin/news/{id}', {
  summary: 'Changes a news item; after its publication only title and text; 409 when it has changed since `version`',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  body: z.strictObject({
    version: count,
    title: z.optional(newsTitle),
    contentHtml: contentHtml.optional(),
    audience: audience.optional(),
    isImportant: z.boolean().optional(),
    isAdvertising: z.boolean().optional(),
    publishAt: iso.nullable().optional(),
  }),
  answer: z.object({ version: count }),
})

export const withdrawNews = call('POST /v1/admin/news/{id}/withdraw', {
  summary: 'Takes a news item back: it disappears from lists and notifications',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
})
