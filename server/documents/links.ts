import { createHmac, timingSafeEqual } from 'node:crypto'
import { audit } from '#server/identity/audit.ts'
import { serverKey } from '#server/identity/server-key.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

/** The kinds of documents: what an export is called in the audit log. */
type DocumentKind = 'record-book' | 'tax-certificate' | 'contract' | 'bill'

export type Issued = { fileName: string; content: Buffer }

/** Milliseconds for which a link is good. */
const lifetime = 600_000

/**
 * Serves the documents of a kind, and answers how to make a link to one: good for 10 minutes and for nobody else. The
 * link is signed for the person and holds only what to issue and until when, so nothing is stored and any server can
 * open it; `issue` asks again whether the person may have the document, which may have changed meanwhile.
 */
export function serveDocuments(
  app: App,
  kind: DocumentKind,
  issue: (id: string, session: Session) => Promise<Issued>,
): (id: string, session: Session) => Promise<string> {
  const folder = `/api/v1/document/${kind}`
  let key: string | undefined

  async function signature(id: string, until: string, { userId }: Session): Promise<Buffer> {
    key ??= await serverKey(app.database, 'document-links')
    return createHmac('sha256', key).update([kind, id, until, userId].join('\n')).digest()
  }

  const access = { who: 'signed-in' } as const
  app.get<{ Params: Record<'id' | 'until' | 'signed', string> }>(
    `${folder}/:id/:until/:signed`,
    { config: { access, isVisited: true, limit: 'document' } },
    async ({ params: { id, until, signed }, session }, reply) => {
      if (!session) refuse('unauthenticated', 'A document is only for whom its link was made')
      const right = await signature(id, until, session)
      const given = Buffer.from(signed, 'base64url')
      if (given.length !== right.length || !timingSafeEqual(given, right)) refuse('not-found', 'No such document')
      if (Number(until) <= app.clock().getTime()) refuse('not-found', 'The link to this document is over')
      const { fileName, content } = await issue(id, session)
      const exported = { action: `export.${kind}`, subjectId: session.userId, detail: fileName } as const
      await audit(app.database, { at: app.clock(), ...exported })
      return reply
        .type('application/pdf')
        .header('cache-control', 'no-store')
        .header('content-disposition', attachmentNamed(fileName))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content)
    },
  )

  return async (id, session) => {
    const until = String(app.clock().getTime() + lifetime)
    return `${folder}/${id}/${until}/${(await signature(id, until, session)).toString('base64url')}`
  }
}

/** RFC 6266: for old readers a name in ASCII, and the real one in UTF-8. */
function attachmentNamed(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="document.pdf"; filename*=UTF-8''${encoded}`
}
