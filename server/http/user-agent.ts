import type { FastifyRequest } from 'fastify'

/** Device data shown to the user. */
export type Device = { browser: string | null; system: string | null; address: string | null }

/** The first match wins, because most user agents also name other browsers. */
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

export function deviceFromRequest(request: FastifyRequest): Device {
  return { ...parseUserAgent(request.headers['user-agent']), address: request.ip }
}

export function parseUserAgent(userAgent = ''): Omit<Device, 'address'> {
  const agent = userAgent.slice(0, 512)
  return { browser: browserOf(agent), system: systemOf(agent) }
}

/** Values for message templates; empty if unknown. */
export function deviceMessageValues({ browser, system, address }: Device): { device: string; address: string } {
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
