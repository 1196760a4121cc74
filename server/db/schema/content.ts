import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { lessonFormats, locales, newsAudiences, routeNames } from '#contract/enumerations.ts'
import { roleGroups } from '#contract/roles.ts'
import { id, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'
import { programs, studyGroups, territories } from './programs.ts'

export const events = pgTable(
  'events',
  {
    id: id(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    category: text('category').notNull(),
    format: text('format', { enum: lessonFormats }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    place: text('place'),
    url: text('url'),
    imageUrl: text('image_url'),
  },
  (table) => [
    index('events_start').on(table.startsAt),
    oneOfCheck('events_format', table.format, lessonFormats),
    check('events_times', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

/** Shown from `shown_from` to `shown_until` (inclusive) to users of its language. */
export const banners = pgTable(
  'banners',
  {
    id: id(),
    position: smallint('position').notNull(),
    language: text('language', { enum: locales }).notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    imageUrl: text('image_url'),
    url: text('url'),
    /** Screens. The import validates them; a name whose screen was removed is left out when banners are read. */
    placement: text('placement', { enum: routeNames }).array().notNull(),
    shownFrom: date('shown_from').notNull(),
    shownUntil: date('shown_until').notNull(),
  },
  (table) => [
    index('banners_shown').on(table.language, table.shownUntil),
    oneOfCheck('banners_language', table.language, locales),
    check('banners_days', sql`${table.shownFrom} <= ${table.shownUntil}`),
  ],
)

/** News of the school. Who an item is for is decided in `server/access/news-audience.ts`. */
export const schoolNews = pgTable(
  'school_news',
  {
    id: id(),
    title: text('title').notNull(),
    /** Sanitized. */
    contentHtml: text('content_html').notNull(),
    /** The beginning of the text without markup, for lists and notifications. */
    preview: text('preview').notNull(),
    audience: text('audience', { enum: newsAudiences }).notNull(),
    roleGroup: text('role_group', { enum: roleGroups }),
    territoryId: uuid('territory_id').references(() => territories.id, { onDelete: 'cascade' }),
    programId: uuid('program_id').references(() => programs.id, { onDelete: 'cascade' }),
    groupId: uuid('group_id').references(() => studyGroups.id, { onDelete: 'cascade' }),
    /** Messages do not wait for the digest. */
    isImportant: boolean('is_important').notNull(),
    /** Sent only to people who have consented to marketing. */
    isAdvertising: boolean('is_advertising').notNull().default(false),
    publishAt: instant('publish_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** The last change of title or text after the publication. */
    changedAt: instant('changed_at'),
    version: integer('version').notNull().default(0),
    /** The last person who was notified, in the order of the ids: a job that was interrupted goes on after this one. */
    notifiedUntil: uuid('notified_until'),
    notifiedCount: integer('notified_count').notNull().default(0),
    /** When everyone had been notified. */
    notifiedAt: instant('notified_at'),
  },
  (table) => [
    index('school_news_publish_at').on(table.publishAt),
    index('school_news_territory').on(table.territoryId),
    index('school_news_program').on(table.programId),
    index('school_news_group').on(table.groupId),
    index('school_news_author').on(table.authorId),
    oneOfCheck('school_news_audience', table.audience, newsAudiences),
    check(
      'school_news_audience_id',
      sql`num_nonnulls(${table.roleGroup}, ${table.territoryId}, ${table.programId}, ${table.groupId}) = (${table.audience} <> 'everyone')::int`,
    ),
  ],
)
