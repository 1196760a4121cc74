import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type DefaultValues, type Path, type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { provideFormPersistence } from '#src/storage/form-persistence.ts'

/** All fields of the forms are text. */
export type TextValues = Record<string, string>

type SchemaFormOptions<Values extends TextValues> = {
  /** From `contract/forms.ts`. */
  schema: Parameters<typeof standardSchemaResolver<Values, unknown, Values>>[0]
  /** The saved values: text that differs from them is unsaved. */
  defaultValues: Values
  /** Where typed text outlives the end of the session. */
  persistence?: { restored: TextValues; save: (values: TextValues) => void; forget: () => void }
  /** Field of the call → field of the form, where the names differ. */
  aliases?: Record<string, Path<Values>>
}

/**
 * Starts the call (`mutateAsync`). Returns undefined where the form stays open until something else closes it, and
 * `unchanged` where there is nothing to save. Resolves with `open` where the call only leads to the next step.
 */
export type Send<Values> = (values: Values) => Promise<unknown> | 'unchanged' | undefined

/** `open`: the form is invalid, its call failed, or something else will close it. */
type SubmitResult = 'done' | 'unchanged' | 'open'

export type SchemaForm<Values extends TextValues> = {
  /** Props of a field’s control. */
  register: (name: Path<Values>) => UseFormRegisterReturn<Path<Values>>
  /** Sets the text of a field that is not an input, as a rich text editor. */
  change: (name: Path<Values>, text: string) => void
  /** The present text of a field; the form is rendered again when it changes. */
  valueOf: (name: Path<Values>) => string
  /** Code of a field’s error, found by the schema or by the server. */
  errorOf: (name: Path<Values>) => string | null
  /** Validates, then calls `send` with the parsed values. */
  submit: (send: Send<Values>) => Promise<SubmitResult>
  hasChanges: () => boolean
  /** True for an error that the fields show. */
  isShownByFields: (error: Error | null) => boolean
  forget: () => void
}

/** A form whose rules are a schema: react-hook-form behind the few functions that our dialogs need. */
export function useSchemaForm<Values extends TextValues>(options: SchemaFormOptions<Values>): SchemaForm<Values> {
  const { schema, defaultValues, persistence, aliases = {} } = options
  const form = useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { ...defaultValues, ...persistence?.restored } as DefaultValues<Values>,
    // `Form` moves the focus, also to errors that the server finds.
    shouldFocusError: false,
  })
  const { errors } = form.formState

  const fieldErrorsOf = (error: Error | null) =>
    (error instanceof ApiError ? (error.problem?.errors ?? []) : [])
      .map(({ path, message }) => ({ name: aliases[path] ?? (path as Path<Values>), message }))
      .filter(({ name }) => name in defaultValues)

  return {
    register: (name) => form.register(name, { onChange: () => persistence?.save(form.getValues()) }),
    change: (name, text) => {
      form.setValue(name, text as never, { shouldValidate: form.formState.isSubmitted })
      persistence?.save(form.getValues())
    },
    valueOf: (name) => form.watch(name),
    errorOf: (name) => (errors as Record<string, { message?: string }>)[name]?.message ?? null,
    submit: async (send) => {
      let result: SubmitResult = 'open'
      await form.handleSubmit(async (values) => {
        result = await resultOf(
          () => send(values),
          (error) => {
            for (const { name, message } of fieldErrorsOf(error)) form.setError(name, { message })
          },
        )
      })()
      return result
    },
    hasChanges: () => Object.entries(form.getValues()).some(([name, value]) => value !== defaultValues[name]),
    isShownByFields: (error) => fieldErrorsOf(error).length > 0,
    forget: () => persistence?.forget(),
  }
}

/** Awaits a call; the mutation that `send` started holds its error. */
export async function resultOf(
  send: () => ReturnType<Send<never>>,
  onError: (error: Error) => void = () => undefined,
): Promise<SubmitResult> {
  const call = send()
  if (call === undefined) return 'open'
  if (call === 'unchanged') return 'unchanged'
  try {
    return (await call) === 'open' ? 'open' : 'done'
  } catch (error) {
    onError(error as Error)
    return 'open'
  }
}

/**
 * Keeps the text of a form that the address opens: the form has it again after a reload, and after the sign-in when
 * the session has ended. The caller forgets it when the form is closed or sent. Never for passwords and codes.
 */
export function useFormPersistence(form: string) {
  const { provideLazily, startHref } = useRouteContext({ from: '__root__' })
  const storage = provideLazily(provideFormPersistence)
  // A form opened by a button starts with the saved values. After a reload its entry still says that it was.
  const { href, state } = useRouter().history.location
  const [restored] = useState(() => (state.openedHere && href !== startHref ? {} : (storage.recall(form) ?? {})))
  return {
    restored,
    save: (values: Record<string, string>) => void storage.keep(form, values),
    forget: () => void storage.forget(form),
  }
}
