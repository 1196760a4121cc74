import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput } from './inputs.tsx'

export type SearchInputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'value' | 'onChange'> & {
  /** The query; it may also change from outside, for example by the back button. */
  value: string
  /** Called with the typed text after `debounceMs`. */
  onSearch: (typed: string) => void
  clearLabel: string
  /** Milliseconds. */
  debounceMs?: number
}

/** A search input that searches while the person types. */
export function SearchInput({ value, onSearch, clearLabel, debounceMs = 250, ...rest }: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const search = useEffectEvent(onSearch)
  if (value !== seen) {
    setSeen(value)
    // An own value that comes back late must not overwrite newer text.
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
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed, sent, debounceMs])
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
