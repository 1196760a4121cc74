import { z } from 'zod'
import { call } from './call.ts'
import { wayInChanges } from './enumerations.ts'
import { iso } from './shapes.ts'

/** A way in that changed; `about` says what of it, as far as whoever has the letter may know. */
const change = z.object({
  kind: z.enum(wayInChanges),
  at: iso,
  about: z.string().nullable().meta({ description: 'a provider, a masked address or a device' }),
})

const notMe = z.object({
  state: z.enum(['open', 'done', 'expired']),
  change,
  /** What was taken back, the latest first; `isLost` where what was before is somebody else’s by now. */
  undone: z.array(change.extend({ isLost: z.boolean() })),
  /** How the person can sign in now, for whoever has just taken it back: by password, and through which accounts. */
  waysIn: z.object({ hasPassword: z.boolean(), accounts: z.array(z.string()) }).nullable(),
})

const params = z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

export const getNotMe = call('GET /v1/auth/not-me/{secret}', {
  summary: 'What the link of a letter «it was not me» is about; opening it changes nothing',
  added: true,
  access: { who: 'anyone' },
  limit: 'sign-in',
  params,
  answer: notMe,
})

export const confirmNotMe = call('POST /v1/auth/not-me/{secret}', {
  summary: 'It was not me: ends all sessions of the person and takes the change back with everything since, once',
  added: true,
  access: { who: 'anyone' },
  limit: 'sign-in',
  params,
  answer: notMe,
})
