import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** The accepted messages in raw form. */
  emails: { to: string[]; source: string }[]
  /** The response to the next messages instead of acceptance. */
  refuseWith(code: number | null): void
  /** The response to the next recipients. */
  refuseRecipientsWith(code: number | null): void
  close(): Promise<void>
}

/** A real mail server on loopback. */
export async function startMailServer(): Promise<MailServer> {
  const emails: MailServer['emails'] = []
  let refusal: number | null = null
  let recipientRefusal: number | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (recipientRefusal === null) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: recipientRefusal }))
    },
    async onData(stream, { envelope }, done) {
      const source = await text(stream)
      if (refusal !== null)
        return done(Object.assign(new Error('no email for anna@mail.example'), { responseCode: refusal }))
      emails.push({ to: envelope.rcptTo.map(({ address }) => address), source })
      done()
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    refuseWith(code) {
      refusal = code
    },
    refuseRecipientsWith(code) {
      recipientRefusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
