import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react'

export type FormProps = Omit<ComponentProps<'form'>, 'className' | 'style' | 'noValidate'>

/** A form that moves the focus to the first invalid field, also when the server reports the error later. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isJudged = useRef(false)
  // The same error twice causes no render by itself.
  const [, setTries] = useState(0)
  useEffect(() => {
    const wrong = isJudged.current && form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) return
    isJudged.current = false
    wrong.focus()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    isJudged.current = true
    setTries((tries) => tries + 1)
    onSubmit?.(event)
  }
  const type = () => {
    isJudged.current = false
  }
  return (
    <form {...rest} ref={form} noValidate onSubmit={submit} onInput={type} className="flex flex-col gap-base">
      {children}
    </form>
  )
}
