import type { App } from '#server/app-types.ts'
import { collectionRoutes } from './collection-routes.ts'
import { tokenRoute } from './token-route.ts'

/** The integration API (decision 072). A scope of its own: other media types than the calls of the browser. */
export async function integrationRoutes(app: App): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    tokenRoute(scope)
    collectionRoutes(scope)
  })
}
