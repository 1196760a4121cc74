import { canReadSavedCards } from './billing/checkouts/saved-cards.ts'
import type { Database } from './db/client.ts'
import type { Env } from './environment/env.ts'
import { findUnreadableEndpoints } from './integration/webhooks/webhook-endpoints.ts'
import { mayBeUnencrypted } from './notifications/email.ts'
import { canReadVapidKeys } from './notifications/vapid-keys.ts'
import type { TerminalText } from './terminal/terminal-language.ts'

/** What the operator should know about the configuration, said at the start. */
export function startWarnings({ DEMO, PROVIDERS, SECRETS_KEY, SMTP_URL }: Env): TerminalText[] {
  const hasDemoAccounts = DEMO && PROVIDERS.length === 0
  return [
    ...(SECRETS_KEY || hasDemoAccounts ? [] : [unencryptedSecrets]),
    ...(SMTP_URL && mayBeUnencrypted(SMTP_URL) === 'by-configuration' ? [unencryptedLetters] : []),
  ]
}

const unencryptedSecrets = {
  ru: 'SECRETS_KEY не задан: секреты вебхуков, ключ push-уведомлений и сохранённые карты хранятся незашифрованными',
  en: 'SECRETS_KEY is not set: secrets of webhooks, the key of push notifications and saved cards are stored unencrypted',
}
const unencryptedLetters = {
  ru: 'SMTP_URL разрешает отправлять письма без шифрования',
  en: 'SMTP_URL allows emails to be sent unencrypted',
}

/** What this server cannot do now though it is ready, without personal data: `/readyz` is public. */
export async function findFaults(database: Database, env: Env): Promise<string[]> {
  const endpoints = await findUnreadableEndpoints(database, env.SECRETS_KEY)
  const hasKeys = await canReadVapidKeys(database, env)
  const hasCards = await canReadSavedCards(database, env.SECRETS_KEY)
  return [
    ...(endpoints.length > 0 ? [`SECRETS_KEY does not open the secrets of ${endpoints.length} webhooks`] : []),
    ...(hasKeys ? [] : ['SECRETS_KEY does not open the key of push notifications']),
    ...(hasCards ? [] : ['SECRETS_KEY does not open the saved cards']),
  ]
}
