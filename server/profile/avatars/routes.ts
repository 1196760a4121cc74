import { uploadAvatar } from '#contract/people/profile.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { findAvatar, storeAvatar } from './avatar-store.ts'
import { cropToSquare } from './square-image.ts'

export async function storageRoutes(app: App): Promise<void> {
  registerCall(app, uploadAvatar, async ({ session, headers, body, request }) => {
    const uploaded = { file: body, owner: session.userId, log: request.log }
    const content = await cropToSquare(uploaded, headers['x-file-extension'])
    return { url: await storeAvatar(app.database, { ownerId: session.userId, content, now: app.clock() }) }
  })

  app.get<{ Params: { name: string } }>('/storage/avatars/:name.webp', async (request, reply) => {
    const content = await findAvatar(app.database, request.params.name)
    if (!content) throwProblem('not-found', 'No such avatar')
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(content)
  })
}
