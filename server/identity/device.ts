import type { FastifyRequest } from 'fastify'

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
  const agent = (request.headers['user-agent'] ?? '').slice(0, 512)
  return { browser: browserOf(agent), system: systemOf(agent), address: request.ip }
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
