import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput } from './text-input.tsx'

export type SearchInputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'value' | 'onChange'> & {
  /** What is searched for; it may also change from outside, by the back button for one. */
  value: string
  /** What was typed, once the typing pauses. */
  onSearch: (typed: string) => void
  clearLabel: string
  /** Milliseconds. */
  pause?: number
}

/** A search whose results come as one types. */
export function SearchInput({ value, onSearch, clearLabel, pause = 250, ...rest }: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const search = useEffectEvent(onSearch)
  if (value !== seen) {
    setSeen(value)
    // Our own word coming back late must not undo what was typed since.
    if (value !== sent) {
      setTyped(value)
      setSent(value)
    }
  }
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed)
      search(typed)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, sent, pause])
  const clear = () => {
    setTyped('')
    input.current?.focus()
  }
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      {...rest}
      ref={input}
      icon="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      after={typed !== '' && <IconButton icon="close" size="small" label={clearLabel} onClick={clear} />}
    />
  )
}
