import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliveryVariables, payeeVariables } from '#tests/support/documents/payee.ts'
import { startMailServer } from '#tests/support/server/mail-server.ts'
import { freePorts, runCommand, type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { type Provider, users } from './provider.ts'
import type { ProviderName } from './provider-packages.ts'
import { jsonOf } from './recipes.ts'
import { startProvider } from './start-provider.ts'

export type ProviderSchool = {
  provider: Provider & { authority: string }
  server: ServerProcess
  stop: () => Promise<void>
}

/** Our server with a school of the three people of the provider, connected as docs/identity-providers.md says. */
export async function startProviderSchool(name: ProviderName): Promise<ProviderSchool> {
  const ports = await freePorts()
  const provider = await startProvider(name, { publicUrl: `http://localhost:${ports[0]}` })
  const env = { ...payeeVariables, ...deliveryVariables, NODE_EXTRA_CA_CERTS: provider.authority }
  const server = await startServer({ ports, env: { ...env, ...provider.variables } })
  await importSchool(server.dataDir)
  return {
    provider,
    server,
    async stop() {
      await server.stop()
      await provider.stop()
    },
  }
}

/** The same with both providers: staff at LemonLDAP::NG, families at Glewlwyd. */
export async function startSchoolOfTwo() {
  const ports = await freePorts()
  const publicUrl = `http://localhost:${ports[0]}`
  const staff = await startProvider('lemonldap', { publicUrl, providerName: 'staff' })
  const families = await startProvider('glewlwyd', { publicUrl, providerName: 'families' })
  const mail = await startMailServer()
  const folder = mkdtempSync(join(tmpdir(), 'school-of-two-'))
  const at = (file: string) => join(folder, file)
  writeFileSync(at('school.json'), JSON.stringify(jsonOf('several', { publicUrl, providerUrl: '' })))
  writeFileSync(
    at('authorities.crt'),
    [staff, families].map(({ authority }) => readFileSync(authority, 'utf8')).join(''),
  )
  const named = ({ variables }: Provider, name: string) =>
    Object.entries(variables).flatMap(([variable, value]) =>
      variable.startsWith('OIDC_') ? [[variable.replace('OIDC', `OIDC_${name}`), value]] : [],
    )
  const server = await startServer({
    ports,
    env: {
      ...payeeVariables,
      ...deliveryVariables,
      SMTP_URL: mail.url,
      NODE_EXTRA_CA_CERTS: at('authorities.crt'),
      SCHOOL_FILE: at('school.json'),
      OIDC_PROVIDERS: 'families,staff',
      ...Object.fromEntries([...named(families, 'FAMILIES'), ...named(staff, 'STAFF')]),
    },
  })
  await importSchool(server.dataDir)
  return {
    staff,
    families,
    server,
    emails: mail.emails,
    async stop() {
      await server.stop()
      await staff.stop()
      await families.stop()
      await mail.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Names as the school knows them; the parent's role comes from the import, the others from the provider. */
export const schoolNames = {
  administrator: 'Директорова Дарья',
  teacher: 'Учителева Роза',
  parent: 'Родителев Михаил',
} as const satisfies Record<keyof typeof users, string>

async function importSchool(dataDir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'provider-school-'))
  const people = Object.entries(users).map(([id, { email }]) => {
    const [familyName, givenName] = schoolNames[id as keyof typeof users].split(' ')
    return `${id},active,,${givenName},${familyName},${email}`
  })
  const files = {
    'manifest.csv': [
      'propertyName,value',
      'manifest.version,1.0',
      'oneroster.version,1.2',
      'file.orgs,bulk',
      'file.users,bulk',
      'file.roles,bulk',
      'source.systemCode,school',
    ],
    'orgs.csv': ['sourcedId,status,dateLastModified,name,type', 'main,active,,Школа,school'],
    'users.csv': ['sourcedId,status,dateLastModified,givenName,familyName,email', ...people],
    'roles.csv': [
      'sourcedId,status,dateLastModified,userSourcedId,roleType,role,orgSourcedId',
      'parent,active,,parent,primary,parent,main',
    ],
  }
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  const { code, out, err } = await runCommand('server/integration/import.ts', [folder], { DATA_DIR: dataDir })
  rmSync(folder, { recursive: true })
  if (code !== 0) throw new Error(`The school was not imported:\n${out}${err}`)
}
