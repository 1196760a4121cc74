import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The ports of a server behind the balancer. */
export type Place = { port: number; idp: number }

/**
 * Writes what deploy/haproxy-servers.cfg is for containers. A server that is about to stop reports it at `/readyz`, also
 * for its embedded provider.
 */
export function writeServers(places: readonly Place[]): string {
  const lines = (key: keyof Place) =>
    places.map((place, index) => `    server server-${index} 127.0.0.1:${place[key]} check port ${place.port}`)
  const check = '    option httpchk GET /readyz'
  const sameServer = [
    '    cookie account_server insert indirect nocache dynamic httponly attr SameSite=Lax',
    '    dynamic-cookie-key account',
  ]
  const account = ['backend account', check, ...sameServer, ...lines('port')]
  const path = join(mkdtempSync(join(tmpdir(), 'cluster-')), 'servers.cfg')
  writeFileSync(path, `${[...account, 'backend provider', check, ...lines('idp')].join('\n')}\n`)
  return path
}
