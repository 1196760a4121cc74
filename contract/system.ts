import { z } from 'zod'
import { call } from './call.ts'
import { iconNames, routeNames, systemKinds } from './enumerations.ts'
import { profileFields, profileOwners } from './people/profile-owners.ts'

export const config = z.object({
  SYSTEM: z.object({
    /** Empty without a public site. */
    WEB_BASE_URL: z.string(),
    TIME_ZONE: z.string(),
    SUPPORT_PHONE: z.string().nullable(),
    SUPPORT_EMAIL: z.string().nullable(),
    /** Origins of the identity providers, by their names. */
    SIGN_IN_ORIGINS: z.record(z.string(), z.string()),
    /** No mail, SMS, push notification or webhook leaves the server. */
    IS_TRIAL: z.boolean(),
  }),
  /** How the school presents itself; null where it has not configured that. */
  SCHOOL: z.object({
    NAME: z.object({ ru: z.string(), en: z.string() }).nullable(),
    LOGO_URL: z.string().nullable(),
  }),
  TRACKING: z.object({
    ENABLED: z.boolean(),
    /** Third parties run only for people who have consented to the counters. */
    NEEDS_CONSENT: z.boolean(),
    DEBUG: z.boolean(),
    TAG_MANAGER_ID: z.string().nullable(),
    COUNTER_IDS: z.array(z.int()),
    CHAT_SCRIPT_URL: z.string().nullable(),
    PROFILE_SERVICE_URL: z.string().nullable(),
  }),
  ACCOUNT: z.object({
    LINK_PROVIDERS: z.array(z.string()),
    /** Which source of names and contacts wins; people change only their own. */
    PROFILE_OWNERS: z.record(z.enum(profileFields), z.enum(profileOwners)),
  }),
  TWO_FACTOR: z.object({ FRESH_SECONDS: z.int() }),
})
export type Config = z.infer<typeof config>

export const getConfig = call('GET /v1/system/config', {
  summary: 'What the browser app must know before it shows anything',
  access: { who: 'anyone' },
  revalidated: true,
  answer: config,
})

export const menuItem = z.object({
  key: z.string(),
  title: z.string(),
  system: z.enum(systemKinds),
  route: z.enum(routeNames).nullable(),
  url: z.string().nullable(),
  icon: z.enum(iconNames).nullable(),
})
export type MenuItem = z.infer<typeof menuItem>

export const getMenu = call('GET /v1/system/menu', {
  summary: 'The menu, already right for the roles of the selected group; `route` for LK items, `url` for others',
  access: { who: 'anyone' },
  answer: z.object({
    items: z.array(menuItem),
    /** Screens that no right of this guardian opens. */
    closed: z.array(z.enum(routeNames)).optional(),
  }),
})

/** An error of the app that no page expects. Neither its message nor the address is sent: they may hold personal data. */
const pageError = z.strictObject({
  /** Eight hexadecimal digits, made in the browser. The user sees them and can quote them. */
  number: z.string().regex(/^[0-9a-f]{8}$/),
  /** Class of the error, such as `TypeError`. */
  name: z.string().regex(/^\w{1,50}$/),
  /** Pattern of the page's route. */
  page: z.string().regex(/^[\w/$.-]{1,100}$/),
  /** Positions in the built files, innermost first. */
  frames: z.array(z.string().regex(/^assets\/[\w.-]{1,100}\.js:\d{1,9}:\d{1,9}$/)).max(20),
})

export const reportPageError = call('POST /v1/system/page-error', {
  summary: 'Writes an unexpected error of the browser app to the log of the server',
  added: true,
  access: { who: 'anyone' },
  duringImpersonation: 'allowed',
  body: pageError,
})
