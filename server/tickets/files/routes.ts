import { uploadTicketFile } from '#contract/people/tickets.ts'
import { passesRoleCheck } from '#contract/roles.ts'
import { uuid } from '#contract/schemas.ts'
import { recipientRules } from '#server/access/ticket-recipients.ts'
import type { App } from '#server/app-types.ts'
import { cleanFileName, decodeFileName } from '#server/http/file-names.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { attachmentNamed } from '#server/plugins/document-links.ts'
import { checkFile } from './checked-file.ts'
import { findTicketFile, storeTicketFile } from './ticket-file-store.ts'

/** Pictures and PDFs of tickets. */
export async function ticketFileRoutes(app: App): Promise<void> {
  registerCall(app, uploadTicketFile, async ({ session, headers, body, request }) => {
    const name = readableName(headers['x-file-name'])
    const checked = await checkFile({ file: body, owner: session.userId, name, log: request.log })
    return storeTicketFile(app.database, { ...checked, ownerId: session.userId, now: app.clock() })
  })

  const access = { who: 'signed-in' } as const
  app.get<{ Params: { id: string } }>(
    '/api/v1/storage/ticket-file/:id',
    { config: { access, isVisited: true, limit: 'document' } },
    async ({ params, session }, reply) => {
      const id = uuid.safeParse(params.id)
      const file =
        id.success && session
          ? await findTicketFile(
              app.database,
              {
                id: id.data,
                userId: session.userId,
                isAdministrator: passesRoleCheck('admin', session.roles),
                isTeacher: session.group === 'teacher',
              },
              recipientRules(app),
            )
          : null
      if (!file) throwProblem('not-found', 'No such file of a ticket that this user may read')
      return reply
        .type(file.mediaType)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachmentNamed(file.name, 'file'))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(file.content)
    },
  )
}

const maxNameLength = 200

function readableName(encoded: string): string {
  const name = decodeFileName(encoded) ?? throwInvalidValue('file', 'name', 'The name is not percent-encoded UTF-8')
  return cleanFileName(name, { maxLength: maxNameLength, fallback: 'file' })
}
