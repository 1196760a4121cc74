import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import type { ChannelName } from '#server/db/schema/notifications.ts'
import type { Env } from '#server/environment/env.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { type Channel, DeliveryFailure } from './channel.ts'
import { createSmtpChannel } from './email.ts'
import { createOutboxChannel } from './outbox.ts'
import { createPushChannel, type PushChannel } from './push.ts'
import { createSmsChannel } from './sms.ts'
import { readVapidKeys } from './vapid-keys.ts'

export type Channels = Record<ChannelName, Channel> & { push: PushChannel }

const unnamed = { ru: '', en: '' }

/** The configured channels; in the demo, the outbox of the embedded provider replaces missing ones except push. */
export function channelsOf(env: Env, database: Database, clock: () => Date): Channels {
  requireDelivery(env)
  if (!env.DELIVERY) return { email: refuseDelivery, phone: refuseDelivery, push: refuseDelivery }
  const { SMTP_URL, MAIL_FROM, SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN, PUBLIC_URL, SCHOOL } = env
  const host = new URL(PUBLIC_URL).hostname
  return {
    email: SMTP_URL
      ? createSmtpChannel({
          url: SMTP_URL,
          from: { name: SCHOOL.name ?? unnamed, address: MAIL_FROM ?? `no-reply@${host}` },
          host,
        })
      : createOutboxChannel(database, 'email', clock),
    phone: SMS_GATEWAY_URL
      ? createSmsChannel({ url: SMS_GATEWAY_URL, token: SMS_GATEWAY_TOKEN })
      : createOutboxChannel(database, 'phone', clock),
    push: createPushChannel({
      keys: () => readVapidKeys(database, env),
      contact: PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${MAIL_FROM ?? `no-reply@${host}`}`,
      allowPrivate: env.PUSH_ALLOW_PRIVATE,
    }),
  }
}

/** Of a trial. The message is given up, so that it is not sent later either. */
async function refuseDelivery(): Promise<never> {
  throw new DeliveryFailure('DELIVERY=off', { isFinal: true })
}

/**
 * Outside of the demo both channels are required: the outbox is public, and a code goes to the phone or the email that
 * the user has.
 */
export function requireDelivery(env: Env): void {
  if (!env.DELIVERY || (env.DEMO && env.PROVIDERS.length === 0)) return
  const ways = {
    SMTP_URL: { ru: 'SMTP_URL (почтовый сервер)', en: 'SMTP_URL to the server that takes emails' },
    SMS_GATEWAY_URL: { ru: 'SMS_GATEWAY_URL (шлюз СМС)', en: 'SMS_GATEWAY_URL to the server that takes SMS' },
  }
  const missing = (['SMTP_URL', 'SMS_GATEWAY_URL'] as const).filter((name) => env[name] === undefined)
  if (missing.length === 0) return
  const wanted = (locale: Locale, and: string) => missing.map((name) => ways[name][locale]).join(and)
  throw new StartupError({
    ru: `${missing[0]}: без демонстрации коды и письма отправить некуда; задайте ${wanted('ru', ' и ')}. Для пробного запуска, который ничего не отправляет: DELIVERY=off.`,
    en: `${missing[0]}: outside the demo codes and emails cannot be sent; set ${wanted('en', ' and ')}. For a trial that sends nothing: DELIVERY=off.`,
  })
}
