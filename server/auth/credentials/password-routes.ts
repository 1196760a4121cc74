import { changePassword, listSignInNames, setFirstPassword } from '#contract/account.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import {
  checkFirstPassword,
  checkNewPassword,
  findOwnSignInNames,
  replacePassword,
  storeFirstPassword,
} from './passwords.ts'

export async function passwordRoutes(app: App): Promise<void> {
  registerCall(app, listSignInNames, async ({ session }) => ({ names: await findOwnSignInNames(app, session) }))

  registerCall(
    app,
    setFirstPassword,
    ({ session, body, language }) => storeFirstPassword(app, { session, password: body.password, language }),
    ({ session, body }) => checkFirstPassword(app, session, body.password),
  )

  registerCall(
    app,
    changePassword,
    ({ session, body, language, request }) => replacePassword(app, { session, ...body, language, address: request.ip }),
    ({ session, body }) => checkNewPassword(app, session, body.newPassword),
  )
}
