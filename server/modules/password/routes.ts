import { changePassword, listSignInNames, setFirstPassword } from '#contract/account.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { judgeFirst, judgeNext, replacePassword, signInNames, startPassword } from './passwords.ts'

export async function passwordRoutes(app: App): Promise<void> {
  serve(app, listSignInNames, async ({ session }) => ({ names: await signInNames(app, session) }))

  serve(
    app,
    setFirstPassword,
    ({ session, body, language }) => startPassword(app, { session, password: body.password, language }),
    ({ session, body }) => judgeFirst(app, session, body.password),
  )

  serve(
    app,
    changePassword,
    ({ session, body, language, request }) => replacePassword(app, { session, ...body, language, address: request.ip }),
    ({ session, body }) => judgeNext(app, session, body.newPassword),
  )
}
