import type { FastifyBaseLogger } from 'fastify'
import { createSignInProviders } from '#server/auth/oidc/sign-in-providers.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/environment/env.ts'
import { createLog } from '#server/terminal/log.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'

type Options = { opened: OpenDatabase; log?: FastifyBaseLogger }

/** The server with the external providers of these variables, at the time of their clocks. */
export function openAppWithProviders(
  variables: Record<string, string>,
  { opened, log = createLog({ LOG_LEVEL: 'fatal' }) }: Options,
): Promise<TestApp> {
  const env = { ...payeeVariables, ...variables }
  const providers = createSignInProviders(readEnv(env), null, { clock: () => new Date(), log })
  return openTestApp({ env, log, opened, providers, now: new Date() })
}
