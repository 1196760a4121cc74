import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { App, Session } from '#server/app-types.ts'
import { cleanFileName } from '#server/http/file-names.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import { getServerKey } from '#server/security/tokens.ts'
import { beganAt, timeLeft } from '#server/time/time-left.ts'

/** Document kinds; part of the audit action `export.<kind>`. */
type DocumentKind =
  | 'record-book'
  | 'tax-certificate'
  | 'contract'
  | 'contract-draft'
  | 'contract-document'
  | 'bill'
  | 'joint-bill'
  | 'payment-receipt'
  | 'data'

/** `ownerId`: whose document it is, if not of the person who downloads it. */
type Issued = { fileName: string; ownerId?: string }
/** A PDF. */
export type IssuedDocument = Issued & { content: Buffer }
/** A file that is read while it is sent. */
type IssuedFile = Issued & { mediaType: string; content: Readable; bytes: number }

/** Lifetime of a link in milliseconds. */
const linkLifetimeMs = 600_000

/**
 * Registers the download route of a kind of document, and returns a function that creates links. A link is valid for 10
 * minutes and for one user. It is signed and holds the document's id and expiry, so nothing is stored and any server
 * can verify it; `issue` checks again that the user may have the document.
 */
export function serveDocuments(
  app: App,
  kind: DocumentKind,
  issue: (id: string, session: Session) => Promise<IssuedDocument | IssuedFile>,
  { sendingMs }: { sendingMs?: number } = {},
): (id: string, session: Session) => Promise<string> {
  const folder = `/api/v1/document/${kind}`
  let key: string | undefined

  async function signature(id: string, until: string, { userId }: Session): Promise<Buffer> {
    key ??= await getServerKey(app.database, 'document-links')
    return createHmac('sha256', key).update([kind, id, until, userId].join('\n')).digest()
  }

  const access = { who: 'signed-in' } as const
  app.get<{ Params: Record<'id' | 'until' | 'signed', string> }>(
    `${folder}/:id/:until/:signed`,
    { config: { access, isVisited: true, limit: 'document' }, ...(sendingMs && { handlerTimeout: sendingMs }) },
    async ({ params: { id, until, signed }, session }, reply) => {
      if (!session) throwProblem('unauthenticated', 'A document is only for whom its link was made')
      const right = await signature(id, until, session)
      const given = Buffer.from(signed, 'base64url')
      if (given.length !== right.length || !timingSafeEqual(given, right)) throwProblem('not-found', 'No such document')
      const isOver = timeLeft(beganAt(new Date(Number(until)), linkLifetimeMs), linkLifetimeMs, app.clock()) === null
      if (isOver) throwProblem('not-found', 'The link to this document is over')
      const { fileName, content, ownerId = session.userId, ...file } = await issue(id, session)
      const exported = { action: `export.${kind}`, subjectId: ownerId, detail: fileName } as const
      await audit(app.database, { at: app.clock(), ...exported })
      if ('bytes' in file) reply.header('content-length', file.bytes)
      return reply
        .type('mediaType' in file ? file.mediaType : 'application/pdf')
        .header('cache-control', 'no-store')
        .header('content-disposition', attachmentNamed(fileName, 'mediaType' in file ? fileName : undefined))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content)
    },
  )

  return async (id, session) => {
    const until = String(app.clock().getTime() + linkLifetimeMs)
    return `${folder}/${id}/${until}/${(await signature(id, until, session)).toString('base64url')}`
  }
}

/** `Content-Disposition` of a download (RFC 6266): an ASCII file name for old clients, and the real one in UTF-8. */
export function attachmentNamed(fileName: string, plain = 'document.pdf'): string {
  const name = cleanFileName(fileName, { maxLength: 200, fallback: plain })
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
