import { uploadAvatar } from '#contract/profile.ts'
import { serve } from '#server/plugins/calls.ts'
import { mediaTypeOf } from '#server/plugins/raw-bodies.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { keepPicture, pictureNamed } from './pictures.ts'
import { squarePicture } from './square-picture.ts'

export async function storageRoutes(app: App): Promise<void> {
  serve(app, uploadAvatar, async ({ session, headers, body, request }) => {
    const owner = { ownerId: session.userId, now: app.clock() }
    const said = { mediaType: mediaTypeOf(request), extension: headers['x-file-extension'] }
    const content = await squarePicture(body, said)
    return { url: await keepPicture(app.database, { ...owner, content }) }
  })

  app.get<{ Params: { name: string } }>('/storage/avatars/:name.webp', async (request, reply) => {
    const content = await pictureNamed(app.database, request.params.name)
    if (!content) refuse('not-found', 'There is no such picture')
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(content)
  })
}
