import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#tests/support/server/server-process.ts'
import { startGlewlwyd } from './glewlwyd.ts'
import { startLemonldap } from './lemonldap.ts'
import type { Provider, ProviderOptions } from './provider.ts'
import type { ProviderName } from './provider-packages.ts'
import { jsonOf } from './recipes.ts'

const providers = { glewlwyd: startGlewlwyd, lemonldap: startLemonldap } satisfies Record<ProviderName, unknown>

/** Starts a provider on a port of its own, with all its data in a temporary folder. `authority`: NODE_EXTRA_CA_CERTS. */
export async function startProvider(
  name: ProviderName,
  { publicUrl, providerName }: Pick<ProviderOptions, 'publicUrl' | 'providerName'>,
): Promise<Provider & { authority: string }> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const { authority, ...tls } = issueCertificate(folder)
  const [port] = await freePorts()
  const provider = await providers[name]({ folder, port, tls, publicUrl, providerName })
  const schoolFile = join(folder, 'school.json')
  writeFileSync(schoolFile, JSON.stringify(jsonOf('school', { publicUrl, providerUrl: `https://localhost:${port}` })))
  return {
    ...provider,
    variables: { ...provider.variables, SCHOOL_FILE: schoolFile },
    authority,
    async stop() {
      await provider.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A certificate for `localhost` of a new authority. */
function issueCertificate(folder: string): { authority: string; key: string; certificate: string } {
  const at = (file: string) => join(folder, file)
  const request = (name: string, ...more: string[]) => {
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.crt`)]
    const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    execFileSync('openssl', ['req', '-x509', ...options, '-subj', `/CN=${name}`, ...files, ...more], {
      stdio: 'ignore',
    })
  }
  request('authority')
  request(
    'localhost',
    ...['-CA', at('authority.crt'), '-CAkey', at('authority.key'), '-addext', 'subjectAltName=DNS:localhost'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
  )
  return { authority: at('authority.crt'), key: at('localhost.key'), certificate: at('localhost.crt') }
}
