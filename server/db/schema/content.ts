import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { lessonFormats, locales, routeNames } from '#contract/enumerations.ts'
import { allOfCheck, id, instant, oneOfCheck } from './columns.ts'

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
    placement: text('placement', { enum: routeNames }).array().notNull(),
    shownFrom: date('shown_from').notNull(),
    shownUntil: date('shown_until').notNull(),
  },
  (table) => [
    index('banners_shown').on(table.language, table.shownUntil),
    oneOfCheck('banners_language', table.language, locales),
    allOfCheck('banners_placement', table.placement, routeNames),
    check('banners_days', sql`${table.shownFrom} <= ${table.shownUntil}`),
  ],
)
