import { createTransport } from 'nodemailer'
import type { Locale } from '#contract/enumerations.ts'
import { type Channel, DeliveryFailure, sendTimeoutMs } from './channel.ts'
import { logoContentId } from './mail-logo.ts'

type SmtpOptions = {
  url: string
  from: { name: Record<Locale, string>; address: string }
  host: string
}

/** Whether letters may travel unencrypted: `SMTP_URL` says so, or they do not leave this machine. */
export function mayBeUnencrypted(url: string): 'by-configuration' | 'on-this-machine' | null {
  const { protocol, hostname, searchParams } = new URL(url)
  if (protocol === 'smtps:') return null
  const isAllowed = searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true'
  if (isAllowed) return 'by-configuration'
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? 'on-this-machine' : null
}

/** Sends by the mail server that `SMTP_URL` names. The parameters of the address win over the options here. */
export function createSmtpChannel({ url, from, host }: SmtpOptions): Channel {
  const requireTLS = mayBeUnencrypted(url) === null
  const transport = createTransport({ url, requireTLS, disableFileAccess: true, disableUrlAccess: true })
  return async ({ id, target, language, subject, text, html, attachments = [], logo = null, unsubscribe }) => {
    const sender = { name: from.name[language], address: from.address }
    const message = {
      from: sender,
      to: { name: '', address: target },
      subject,
      text,
      html,
      attachments: [
        ...attachments.map(({ fileName, content }) => {
          return { filename: fileName, content, contentType: 'application/pdf' }
        }),
        ...(logo ? [{ filename: 'logo.png', content: logo, contentType: 'image/png', cid: logoContentId }] : []),
      ],
      messageId: `<${id}@${host}>`,
    }
    const headers = {
      'auto-submitted': 'auto-generated',
      ...(unsubscribe && {
        'list-unsubscribe': `<${unsubscribe}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    }
    try {
      await transport.sendMail({ ...message, headers, signal: AbortSignal.timeout(sendTimeoutMs) })
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/** No such mailbox, or one that takes no mail (RFC 5321, RFC 7504). */
const addressRefusals: ReadonlySet<number> = new Set([550, 551, 553, 556])

/**
 * Without the server's text, which may contain the address. Codes from 500 are final, except those about our credentials
 * and about encryption.
 */
function failureOf(error: unknown): DeliveryFailure {
  const { code = 'an unknown error', responseCode = null } = error as { code?: string; responseCode?: number }
  const isFinal = responseCode !== null && responseCode >= 500 && !['EAUTH', 'ETLS'].includes(code)
  // Other refusals are about the sender or the content.
  const isOfAddress = code === 'EENVELOPE' && addressRefusals.has(responseCode ?? 0)
  return new DeliveryFailure(`SMTP: ${[code, responseCode].filter(Boolean).join(' ')}`, { isFinal, isOfAddress })
}
