import { Icon, type IconName } from './icon.tsx'

type FactProps = { icon: IconName; term: string; values: readonly string[] }

/** A line of a `<dl>` whose term is its icon. */
export function Fact({ icon, term, values }: FactProps) {
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
