import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { awayCause, reasonOf } from './db/away.ts'
import { notForEver, openDatabase } from './db/client.ts'
import { seedDemoIfEmpty } from './db/demo/seed.ts'
import { channelsOf, requireDelivery } from './delivery/channels.ts'
import { startCourier } from './delivery/courier.ts'
import { type Env, readEnv } from './env.ts'
import { startEmbeddedProvider } from './identity/embedded-provider/provider.ts'
import { startForgetting } from './identity/ended-sessions.ts'
import { createIamPasswords } from './identity/iam-passwords.ts'
import { createLinkClients } from './identity/link-providers.ts'
import type { PasswordKeeper } from './identity/password-keeper.ts'
import { createSignInClient } from './identity/sign-in-client.ts'
import { startForgettingCounts } from './limits/forgetting.ts'
import { createLog } from './log.ts'
import { startFallingDue } from './modules/contracts/falling-due.ts'
import { startSettling } from './modules/moves/settling.ts'
import { startPreparing } from './modules/tax/preparing.ts'
import { openPainter } from './page/painter.ts'
import { StartFailure } from './start-failure.ts'
import type { App } from './surroundings.ts'
import { welcome } from './welcome.ts'

const clock = () => new Date()
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const painterModule = fileURLToPath(new URL('../dist-painter/painter.js', import.meta.url))

/** Closes what was opened, in the opposite order; also what a start that fails has opened so far. */
const opened = new AsyncDisposableStack()

try {
  await start()
} catch (error) {
  await opened.disposeAsync()
  const cause = awayCause(error)
  if (!(error instanceof StartFailure) && cause === null) throw error
  process.stderr.write(
    error instanceof StartFailure ? `${error.message}\n` : `The database failed: ${reasonOf(cause)}.\n`,
  )
  process.exit(1)
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  requireDelivery(env)
  const log = createLog(env)

  const { database, ping, close } = await openDatabase(env, log, notForEver)
  opened.defer(close)
  if (env.DEMO) await seedDemoIfEmpty(database, { clock, timeZone: env.TIME_ZONE })

  const provider = env.OIDC_ISSUER ? null : await startEmbeddedProvider({ env, database, clock, log })
  opened.defer(async () => provider?.close())
  const oidc = createSignInClient(env, provider, { clock, log })

  const channels = channelsOf(env, database, clock)
  const courier = startCourier({ database, channels, host: new URL(env.PUBLIC_URL).hostname, clock, log })
  opened.defer(() => courier.stop())
  const forgetting = startForgetting({ database, clock, log })
  opened.defer(() => forgetting.stop())
  const forgettingCounts = startForgettingCounts({ database, clock, log })
  opened.defer(() => forgettingCounts.stop())
  const settling = startSettling({ database, clock, timeZone: env.TIME_ZONE, log })
  opened.defer(() => settling.stop())
  const fallingDue = startFallingDue({ database, clock, timeZone: env.TIME_ZONE, log })
  opened.defer(() => fallingDue.stop())
  const organisation = { ...env.PAYEE, signatory: env.PAYEE_SIGNATORY }
  const preparing = startPreparing({ database, clock, timeZone: env.TIME_ZONE, organisation, log })
  opened.defer(() => preparing.stop())

  const links = createLinkClients([...env.LINKS, ...(provider?.links ?? [])], {
    publicUrl: env.PUBLIC_URL,
    clock,
    log,
  })
  const passwords = passwordsOf(env, log) ?? provider?.passwords ?? null
  const endProviderSessions = provider?.endSessions
  const painter = env.PAINT_WITHIN_MS > 0 ? openPainter(painterModule) : null
  opened.defer(async () => painter?.close())
  const app = await buildApp({
    env,
    clock,
    log,
    database,
    ping,
    oidc,
    passwords,
    links,
    endProviderSessions,
    dist,
    paint: painter?.paint ?? null,
  })
  opened.defer(() => app.close())
  stopOnSignal(log)
  await listen(app, env)
  process.stdout.write(welcome(env))
}

function passwordsOf(
  { IAM_PASSWORD_URL: url, IAM_PASSWORD_SECRET: secret }: Env,
  log: ReturnType<typeof createLog>,
): PasswordKeeper | null {
  if (!url) return null
  if (!secret) throw new StartFailure('IAM_PASSWORD_SECRET: needed with IAM_PASSWORD_URL.')
  return createIamPasswords({ url, secret, log })
}

async function listen(app: App, { HOST, PORT }: Env): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT, listenTextResolver: (address) => `listening at ${address}` })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE') throw new StartFailure(`Port ${PORT} is taken: set PORT to a free one.`)
    if (code === 'EACCES') throw new StartFailure(`Port ${PORT} needs rights this process lacks: set PORT above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new StartFailure(`HOST: ${HOST} is no address of this machine.`)
    throw error
  }
}

/** Lets what is under way finish; a second signal, or ten seconds, end the patience. */
function stopOnSignal(log: ReturnType<typeof createLog>): void {
  let stopping = false
  const stop = async (reason: string, code: number) => {
    if (stopping) process.exit(code || 1)
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), 10_000).unref()
    await opened.disposeAsync()
    process.exit(code)
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'nobody caught this')
    void stop('uncaughtException', 1)
  })
}
