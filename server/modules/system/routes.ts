import { getConfig, getMenu } from '#contract/system.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { configOf } from './config.ts'
import { menuAnswerOf } from './menu-answer.ts'

export async function systemRoutes(app: App): Promise<void> {
  const config = configOf(app.env)
  const menu = menuAnswerOf(app)

  serve(app, getConfig, () => config)
  serve(app, getMenu, ({ session, language }) => menu(session, language))
}
