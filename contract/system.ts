import { z } from 'zod'
import { call } from './call.ts'
import { iconNames, routeNames, systemKinds } from './enumerations.ts'

export const config = z.object({
  SYSTEM: z.object({
    WEB_BASE_URL: z.string(),
    TIME_ZONE: z.string(),
    SUPPORT_PHONE: z.string().nullable(),
    SUPPORT_EMAIL: z.string().nullable(),
  }),
  TRACKING: z.object({
    ENABLED: z.boolean(),
    DEBUG: z.boolean(),
    TAG_MANAGER_ID: z.string().nullable(),
    COUNTER_IDS: z.array(z.int()),
    CHAT_SCRIPT_URL: z.string().nullable(),
    PROFILE_SERVICE_URL: z.string().nullable(),
  }),
  ACCOUNT: z.object({ LINK_PROVIDERS: z.array(z.string()) }),
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
  answer: z.object({ items: z.array(menuItem) }),
})
