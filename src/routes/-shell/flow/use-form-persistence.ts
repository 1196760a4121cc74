import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { provideFormPersistence } from '#src/storage/form-persistence.ts'

/**
 * Keeps the text of a form that the address opens: when the session ends, the form has it again after sign-in. The
 * caller forgets it when the form is closed or sent. Never for passwords and codes.
 */
export function useFormPersistence(form: string) {
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const storage = provideLazily(provideFormPersistence)
  // A form opened by a button starts with the saved values.
  const { openedHere } = useRouter().history.location.state
  const [restored] = useState(() => (openedHere ? {} : (storage.recall(form) ?? {})))
  return {
    restored,
    save: (values: Record<string, string>) => void storage.keep(form, values),
    forget: () => void storage.forget(form),
  }
}
