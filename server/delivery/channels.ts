import type { Database } from '#server/db/client.ts'
import type { ChannelName } from '#server/db/schema/delivery.ts'
import type { Env } from '#server/env.ts'
import { type Channel, DeliveryFailure } from './channel.ts'
import { createOutboxChannel } from './outbox.ts'
import { createSmsChannel } from './sms-gateway.ts'
import { createSmtpChannel } from './smtp.ts'

export type Channels = Record<ChannelName, Channel>

/** How messages go out: by what is configured, else, in the demo, into the outbox of the embedded provider. */
export function channelsOf(env: Env, database: Database, clock: () => Date): Channels {
  const { SMTP_URL, MAIL_FROM, SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN, PUBLIC_URL, DEMO, OIDC_ISSUER } = env
  const host = new URL(PUBLIC_URL).hostname
  const otherwise = (channel: ChannelName, variable: string) =>
    DEMO && !OIDC_ISSUER ? createOutboxChannel(database, channel, clock) : nowhere(variable)
  return {
    email: SMTP_URL
      ? createSmtpChannel({ url: SMTP_URL, from: MAIL_FROM ?? `no-reply@${host}`, host })
      : otherwise('email', 'SMTP_URL'),
    phone: SMS_GATEWAY_URL
      ? createSmsChannel({ url: SMS_GATEWAY_URL, token: SMS_GATEWAY_TOKEN })
      : otherwise('phone', 'SMS_GATEWAY_URL'),
  }
}

/** Messages to real people are not for everyone to read, and beside a provider of one's own there is no outbox. */
function nowhere(variable: string): Channel {
  return async () => {
    throw new DeliveryFailure(`${variable} is not set`, { isFinal: true })
  }
}
