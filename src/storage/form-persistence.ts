import type { FlowDependencies } from '#src/actors/flow-dependencies.ts'
import { formPrefix } from './stored-texts.ts'

type FormValues = Record<string, string>

/**
 * Keeps the values of an open form in sessionStorage, per user, so that an expired session loses nothing. Deleted
 * when the form is submitted or closed and on sign-out. Never used for passwords or codes.
 */
export function provideFormPersistence({ browser, session }: Pick<FlowDependencies, 'browser' | 'session'>) {
  const own = () => `${formPrefix}${session().getSnapshot().context.user?.id}_`

  /** Null while storage is blocked. */
  function inStorage<Answer>(use: (storage: Storage) => Answer): Answer | null {
    try {
      return use(browser().sessionStorage)
    } catch {
      return null
    }
  }

  return {
    recall: (form: string): FormValues | null =>
      inStorage((storage) => {
        // Values of a previous user of this tab are deleted.
        for (const name of Object.keys(storage))
          if (name.startsWith(formPrefix) && !name.startsWith(own())) storage.removeItem(name)
        return JSON.parse(storage.getItem(own() + form) ?? 'null') as FormValues | null
      }),
    keep: (form: string, text: FormValues) =>
      inStorage((storage) => storage.setItem(own() + form, JSON.stringify(text))),
    forget: (form: string) => inStorage((storage) => storage.removeItem(own() + form)),
  }
}
