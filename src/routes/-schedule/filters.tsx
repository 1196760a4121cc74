import { Trans } from '@lingui/react/macro'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { FilterChoices, filtersOn, type Person } from './filter-choices.tsx'

const FilterSheet = latePart('schedule-filter-sheet', () =>
  import('./filter-sheet.tsx').then((module) => module.FilterSheet),
)

/** The filters in lines over the calendar; a phone has a button in their place (`FiltersButton`). */
export function Filters({ people, isFamily }: { people: readonly Person[]; isFamily: boolean }) {
  return (
    <ByWidth
      from="md"
      narrow={null}
      wide={
        <div className="mb-base flex flex-wrap gap-x-lg gap-y-xs print:hidden">
          <FilterChoices people={people} isFamily={isFamily} />
        </div>
      }
    />
  )
}

/** How many filters are on, and the sheet with all of them, which the address keeps open. */
export function FiltersButton({ people }: { people: readonly Person[] }) {
  const { search, open, replace, close } = useAddress('schedule')
  const count = filtersOn(search.filter ?? {})
  return (
    <>
      <Button
        icon={<Icon name="filter" />}
        onClick={() => open({ dialog: 'filters' })}
        onPointerEnter={FilterSheet.warm}
        onFocus={FilterSheet.warm}
      >
        <Trans>Фильтры</Trans>
        {count > 0 && (
          <span className="rounded-full bg-grey-10 px-xs text-sm text-ink-inverse tabular-nums">{count}</span>
        )}
      </Button>
      {search.dialog === 'filters' && (
        <FilterSheet
          count={count}
          onReset={() => replace({ filter: undefined })}
          onClose={() => close({ dialog: undefined })}
        >
          <FilterChoices people={people} inSheet />
        </FilterSheet>
      )}
    </>
  )
}
