import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'

/** List with a line between its items. */
export function List({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line-soft">{children}</ul>
}

type ListItemProps = {
  /** Picture or icon before the text. */
  start?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** Status, amount or action. */
  end?: ReactNode
  /** Content under the note. */
  children?: ReactNode
}

export function ListItem({ start, title, note, end, children }: ListItemProps) {
  return (
    <li className="flex items-center gap-sm py-sm first:pt-0 last:pb-0">
      {start && <span className="shrink-0 text-ink-muted">{start}</span>}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {note && <p className="text-sm break-words text-ink-muted tabular-nums">{note}</p>}
        {children}
      </div>
      {end && <div className="shrink-0">{end}</div>}
    </li>
  )
}

type Description = { key: string; term: ReactNode; value: ReactNode; action?: ReactNode }

type DescriptionListProps = {
  entries: readonly Description[]
  /** Small rows without lines, for popovers. */
  isCompact?: boolean
}

/** Terms and their values; an entry without a value is left out. */
export function DescriptionList({ entries, isCompact = false }: DescriptionListProps) {
  return (
    <dl className={isCompact ? '' : 'divide-y divide-line-soft'}>
      {entries
        .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
        .map(({ key, term, value, action }) => (
          <div
            key={key}
            className={classNames(
              'grid first:pt-0 last:pb-0',
              isCompact
                ? 'grid-cols-[104px_1fr] items-baseline gap-x-sm py-xxs'
                : 'gap-x-lg gap-y-half py-sm md:grid-cols-[minmax(160px,1fr)_2fr] md:items-baseline',
              Boolean(action) &&
                'grid-cols-[1fr_auto] max-md:gap-x-sm md:grid-cols-[minmax(160px,1fr)_2fr_auto] md:items-center',
            )}
          >
            <dt className={classNames('text-sm text-ink-muted', !isCompact && 'md:text-base')}>{term}</dt>
            <dd className="min-w-0">{value}</dd>
            {action && (
              <dd className="self-center max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">{action}</dd>
            )}
          </div>
        ))}
    </dl>
  )
}

type IconDescriptionProps = { icon: IconName; term: string; values: readonly string[] }

/** A line of a `<dl>` whose term is an icon. */
export function IconDescription({ icon, term, values }: IconDescriptionProps) {
  return (
    <div className="flex gap-xs">
      <dt className="mt-half text-ink-muted">
        <Icon name={icon} label={term} />
      </dt>
      <dd className="min-w-0">
        {values.map((value) => (
          <span key={value} className="block first-letter:uppercase">
            {value}
          </span>
        ))}
      </dd>
    </div>
  )
}

type StatProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'neutral' | 'success' | 'warning' | 'error'
  /** Beside a sum that matters more. */
  isSecondary?: boolean
}

const tones = { neutral: 'text-ink', success: 'text-ink-success', warning: 'text-ink-warning', error: 'text-ink-error' }

/** A number with its label. Inside `StatList`. */
export function Stat({ label, value, note, tone = 'neutral', isSecondary = false }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col gap-xxs">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className={classNames(isSecondary ? 'text-lg' : 'text-2xl', 'font-strong tabular-nums', tones[tone])}>
        {value}
      </dd>
      {note && <dd className="text-sm text-ink-muted">{note}</dd>}
    </div>
  )
}

export function StatList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(136px,1fr))] gap-x-base gap-y-base md:grid-cols-[repeat(auto-fit,minmax(160px,1fr))] md:gap-x-xl md:gap-y-lg">
      {children}
    </dl>
  )
}
