import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { livingSince } from './session-rules.ts'

/** What a person recognises a signed-in device by. */
export type Device = { browser: string | null; system: string | null; address: string | null }

/** The first match wins: most browsers also name the ones they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/YaBrowser\/(\d+)/, 'Yandex Browser'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[.\d]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function deviceOf(request: FastifyRequest): Device {
  return { ...programOf(request.headers['user-agent']), address: request.ip }
}

export function programOf(userAgent = ''): Omit<Device, 'address'> {
  const agent = userAgent.slice(0, 512)
  return { browser: browserOf(agent), system: systemOf(agent) }
}

/** In a line of a letter; empty where the browser says nothing of itself. */
export function spokenDevice({ browser, system, address }: Device): { device: string; address: string } {
  return { device: [browser, system].filter(Boolean).join(', '), address: address ?? '' }
}

function browserOf(agent: string): string | null {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(agent)?.[1]
    if (version) return `${name} ${version}`
  }
  return null
}

function systemOf(agent: string): string | null {
  return systems.find(([pattern]) => pattern.test(agent))?.[1] ?? null
}

/** Whoever looks at this person as an administrator is no device of theirs; visits are told of elsewhere (D-37). */
export const isDeviceOf = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.administratorId))

/** Where the person is signed in now, the last seen first. An administrator's own session rests while it looks. */
export async function devicesOf(database: Database, userId: string, now: Date) {
  const { id, browser, system, address, lastSeenAt, createdAt } = sessions
  const isSeen = or(gt(lastSeenAt, livingSince(now)), isNull(sessions.tokenHash))
  const devices = await database
    .select({ id, browser, system, address, lastSeenAt, createdAt })
    .from(sessions)
    .where(and(isDeviceOf(userId), gt(sessions.expiresAt, now), isSeen))
    .orderBy(desc(lastSeenAt), desc(createdAt), id)
  return devices.map((device) => ({
    ...device,
    lastSeenAt: device.lastSeenAt.toISOString(),
    createdAt: device.createdAt.toISOString(),
  }))
}
