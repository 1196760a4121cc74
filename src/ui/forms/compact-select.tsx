import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type Tone, toneMarks } from '#src/ui/tone.ts'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

type CompactOption = {
  value: string
  label: string
  /** Shown while it is selected, where the label is long. */
  shortLabel?: string
  tone?: Tone | undefined
}

type CompactSelectProps = {
  /** Never cuts the choice: for a row with room. */
  isWhole?: boolean
  /** Accessible name. */
  label: string
  options: readonly CompactOption[]
  value: string
  /** If it returns a promise, the choice is shown until then, whatever `value` is. */
  onChange: (value: string) => unknown
}

/** A select of the width of its choice, for a row of controls on a phone; the phone shows its own list. */
export function CompactSelect({ isWhole = false, label, options, value, onChange }: CompactSelectProps) {
  const [shown, choose] = useOptimisticChoice(value, onChange)
  const chosen = options.find((option) => option.value === shown)
  return (
    <span className="relative inline-flex shrink-0 print:hidden">
      <select
        aria-label={label}
        value={shown}
        onChange={({ target }) => choose(target.value)}
        className="peer absolute inset-0 z-[1] w-full cursor-pointer appearance-none text-base opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span
        aria-hidden="true"
        className={classNames(
          'inline-flex h-control min-w-control items-center justify-center gap-xxs rounded-full border border-line bg-surface px-xs text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          !isWhole && 'max-w-[112px]',
        )}
      >
        {chosen?.tone && <span className={classNames('size-[8px] shrink-0 rounded-full', toneMarks[chosen.tone])} />}
        <span className="min-w-0 truncate">{chosen?.shortLabel ?? chosen?.label}</span>
        <Icon name="arrow-down" size={16} />
      </span>
    </span>
  )
}
