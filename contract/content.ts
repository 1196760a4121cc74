import { z } from 'zod'
import { call } from './call.ts'
import { routeNames } from './enumerations.ts'
import { uuid } from './schemas.ts'

export const socialKinds = ['telegram', 'vk', 'whatsapp', 'youtube', 'yandex'] as const

export const footer = z.object({
  groups: z.array(z.object({ title: z.string(), links: z.array(z.object({ title: z.string(), url: z.string() })) })),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  socials: z.array(z.object({ kind: z.enum(socialKinds), url: z.string() })),
  /** Empty without one. */
  legal: z.string(),
  /** The public offer of the school. */
  offerUrl: z.string().nullable(),
})
export type Footer = z.infer<typeof footer>

export const getFooter = call('GET /v1/content/footer', {
  summary: 'Links, contacts and the legal line under every page',
  access: { who: 'anyone' },
  revalidated: true,
  answer: footer,
})

export const banner = z.object({
  uuid,
  title: z.string(),
  text: z.string(),
  imageUrl: z.string().nullable(),
  url: z.string().nullable(),
  placement: z.array(z.enum(routeNames)),
})
export type Banner = z.infer<typeof banner>

export const listBanners = call('GET /v1/content/banners/list', {
  summary: 'Banners, each with the routes it stands on',
  access: { who: 'anyone' },
  revalidated: true,
  answer: z.array(banner),
})
