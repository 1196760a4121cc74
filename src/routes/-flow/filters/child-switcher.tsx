import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Child } from '#contract/schemas.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import type { Tone } from '#src/ui/tone.ts'

type Person = Pick<Child, 'uuid' | 'firstName'> & {
  /** Another name than the first name. */
  label?: string | undefined
  /** The colour of the child on this page. */
  tone?: Tone | undefined
  /** Number of unseen items of the child. */
  count?: number | undefined
}

export type ChildSwitcherProps = {
  /** Accessible name, such as «Чьё расписание». */
  legend: string
  /** Undefined while they load. */
  people: readonly Person[] | undefined
  chosen: string | undefined
  /** Absent where one child is always chosen. */
  onChooseAll?: () => unknown
  onChoose: (child: string) => unknown
  /** Content at the end of the row. */
  children?: ReactNode
}

/** Selects one of several children, or all. It is the first row below the heading of each page that has the choice. */
export function ChildSwitcher({ legend, people, chosen, onChooseAll, onChoose, children }: ChildSwitcherProps) {
  if (people !== undefined && people.length < 2) return null
  return (
    // Pages show something below it before the children are loaded: the row keeps its height.
    <div className="-mt-xs mb-base flex min-h-control-sm flex-wrap items-center gap-x-base gap-y-xs print:hidden">
      {people && (
        <FilterChips
          legend={legend}
          legendHidden
          single
          keepsSelected
          {...(onChooseAll && { allLabel: <Trans>Все дети</Trans> })}
          options={people.map(({ uuid, firstName, label = firstName, tone, count }) => ({
            value: uuid,
            label: <SchoolText>{label}</SchoolText>,
            tone,
            count,
          }))}
          selected={chosen === undefined ? [] : [chosen]}
          onChange={([child]) => (child === undefined ? onChooseAll?.() : onChoose(child))}
        />
      )}
      {children}
    </div>
  )
}
