import type { PageContext } from './context.ts'
import { chooseLanguage } from './language.ts'
import type { Interaction } from './resume.ts'

/** The language of a page of an interaction; `asked` is what a form on it says. */
export function languageOf(
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
