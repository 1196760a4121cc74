import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'

type Description = { key: string; term: ReactNode; value: ReactNode }

/** Terms and their values; an entry without a value is left out. */
export function DescriptionList({ entries }: { entries: readonly Description[] }) {
  return (
    <dl className="divide-y divide-line-soft">
      {entries
        .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
        .map(({ key, term, value }) => (
          <div
            key={key}
            className="grid gap-x-lg gap-y-half py-sm first:pt-0 last:pb-0 md:grid-cols-[minmax(160px,1fr)_2fr] md:items-baseline"
          >
            <dt className="text-sm text-ink-muted md:text-base">{term}</dt>
            <dd className="min-w-0">{value}</dd>
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
