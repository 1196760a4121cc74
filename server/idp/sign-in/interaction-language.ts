import { chooseLanguage } from '#server/html/preferred-language.ts'
import type { PageContext } from '#server/idp/page-context.ts'
import type { Interaction } from './finish-interaction.ts'

/** The language of an interaction page. `asked` comes from the submitted form. */
export function interactionLanguage(
  context: PageContext,
  { asked, interaction }: { asked?: string | undefined; interaction?: Interaction } = {},
) {
  const inQuery = context.query.lang
  const uiLocales = interaction?.params.ui_locales
  return chooseLanguage({
    asked: asked ?? (typeof inQuery === 'string' ? inQuery : undefined),
    uiLocales: typeof uiLocales === 'string' ? uiLocales : undefined,
    acceptLanguage: context.get('accept-language'),
  })
}
