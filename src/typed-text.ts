import type { FlowWorld } from './flow-wiring.ts'
import { typedPrefix } from './unsent.ts'

type Text = Record<string, string>

/**
 * What is typed in an open form, so that a session that ends meanwhile takes nothing away: it stays in this tab, for
 * this person alone, until the form is done with or somebody signs out. Never a password, never a code.
 */
export function wireTypedText({ browser, session }: FlowWorld) {
  const own = () => `${typedPrefix}${session().getSnapshot().context.user?.id}_`

  /** Where the tab keeps nothing, there is nothing to give back. */
  function inStorage<Answer>(use: (storage: Storage) => Answer): Answer | null {
    try {
      return use(browser().sessionStorage)
    } catch {
      return null
    }
  }

  return {
    recall: (form: string): Text | null =>
      inStorage((storage) => {
        // What another person typed here before is nobody's any more.
        for (const name of Object.keys(storage))
          if (name.startsWith(typedPrefix) && !name.startsWith(own())) storage.removeItem(name)
        return JSON.parse(storage.getItem(own() + form) ?? 'null') as Text | null
      }),
    keep: (form: string, text: Text) => inStorage((storage) => storage.setItem(own() + form, JSON.stringify(text))),
    forget: (form: string) => inStorage((storage) => storage.removeItem(own() + form)),
  }
}
