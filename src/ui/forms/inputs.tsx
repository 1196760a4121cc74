import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useFieldControlProps } from './form.tsx'
import { IconButton } from './icon-button.tsx'

type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'style'> & {
  icon?: IconName
  /** Unit or small button at the end of the input. */
  after?: ReactNode
}

export function TextInput({ icon, after, ...rest }: TextInputProps) {
  const controlProps = useFieldControlProps()
  const room = `h-control text-ellipsis read-only:bg-grey-2 ${icon ? 'pl-[40px]' : 'pl-sm'} ${after ? 'pr-xxl' : 'pr-sm'}`
  return (
    <span className="relative block">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-sm flex items-center text-ink-muted">
          <Icon name={icon} />
        </span>
      )}
      <input type="text" {...controlProps} {...rest} className={controlClassNames(room)} />
      {after && <span className="absolute inset-y-0 right-xxs flex items-center text-ink-muted">{after}</span>}
    </span>
  )
}

/** Styles of text inputs, text areas and selects. iOS zooms into fields with a font smaller than 16 px. */
function controlClassNames(extra?: string) {
  return classNames(
    // Not `block`: WebKit centres the value of a date input by its own `display`.
    'w-full min-w-0 align-top rounded border border-line-control bg-surface text-lg text-ink transition-colors',
    'hover:border-grey-8 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus',
    'aria-invalid:border-mark-error aria-invalid:outline-mark-error',
    'disabled:border-line disabled:bg-grey-3 disabled:text-ink-disabled',
    extra,
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'>

/** Grows with its text in browsers that support `field-sizing`. */
export function TextArea(props: TextAreaProps) {
  const controlProps = useFieldControlProps()
  return (
    <textarea
      rows={4}
      {...controlProps}
      {...props}
      className={controlClassNames('px-sm py-xs read-only:bg-grey-2 [field-sizing:content]')}
    />
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'style' | 'multiple' | 'size'>

/** Native select; takes `option` elements as children. */
export function Select(props: SelectProps) {
  const controlProps = useFieldControlProps()
  return (
    <span className="relative block">
      <select
        {...controlProps}
        {...props}
        className={controlClassNames('h-control appearance-none truncate pr-[40px] pl-sm')}
      />
      <span className="pointer-events-none absolute inset-y-0 right-sm flex items-center text-ink-muted">
        <Icon name="arrow-down" size={16} />
      </span>
    </span>
  )
}

type SliderProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'>

/** Native range input. */
export function Slider(props: SliderProps) {
  const controlProps = useFieldControlProps()
  return (
    <input
      {...controlProps}
      {...props}
      type="range"
      className="h-control w-full min-w-0 cursor-pointer accent-primary-7"
    />
  )
}

/** The text in a control whose `value` follows what was `sent` late, and may also change from outside. */
export function useTypedText(value: string) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // An own value that comes back late must not overwrite newer text.
    if (value !== sent) {
      setTyped(value)
      setSent(value)
    }
  }
  return { typed, setTyped, sent, setSent }
}

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
  const { typed, setTyped, sent, setSent } = useTypedText(value)
  const input = useRef<HTMLInputElement>(null)
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed)
      search(typed)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed, sent, setSent, debounceMs])
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
