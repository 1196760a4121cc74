import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The ports of a server behind the balancer. */
export type Place = { port: number; idp: number }

/**
 * Writes what deploy/haproxy-servers.cfg is for containers, to the file `list`; `admin` is the socket that takes commands. A server that is about to stop reports it at `/readyz`, also
 * for its embedded provider.
 */
export function writeServers(places: readonly Place[]): { list: string; admin: string } {
  const lines = (key: keyof Place) =>
    places.map((place, index) => `    server server-${index} 127.0.0.1:${place[key]} check port ${place.port}`)
  const check = '    option httpchk GET /readyz'
  const sameServer = [
    '    cookie account_server insert indirect nocache dynamic httponly attr SameSite=Lax',
    '    dynamic-cookie-key account',
  ]
  const account = ['backend account', check, ...sameServer, ...lines('port')]
  const directory = mkdtempSync(join(tmpdir(), 'cluster-'))
  const [list, admin] = [join(directory, 'servers.cfg'), join(directory, 'admin.sock')]
  const global = ['global', `    stats socket ${admin} mode 600 level admin`]
  writeFileSync(list, `${[...global, ...account, 'backend provider', check, ...lines('idp')].join('\n')}\n`)
  return { list, admin }
}
