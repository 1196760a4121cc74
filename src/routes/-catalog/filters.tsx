import { Trans, useLingui } from '@lingui/react/macro'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { chosenOf, type Facets } from './facets.ts'
import { FilterChoices } from './filter-choices.tsx'

const FilterSheet = latePart('catalog-filter-sheet', () =>
  import('./filter-sheet.tsx').then((module) => module.FilterSheet),
)

/** The filters beside the list; where there is no room a button stands for them (`FiltersButton`). */
export function Filters({ facets }: { facets: Facets }) {
  const { t } = useLingui()
  return (
    <ByWidth
      from="lg"
      narrow={null}
      wide={
        <Card as="div" role="group" aria-label={t`Фильтры`}>
          <FilterChoices facets={facets} />
        </Card>
      }
    />
  )
}

/** How many filters are on, and the sheet with all of them, which the address keeps open. */
export function FiltersButton({ facets, total }: { facets: Facets; total: number }) {
  const { search, open, close, replace } = useAddress('catalog')
  const count = chosenOf(search.filter, facets).length
  return (
    <>
      <ByWidth
        from="lg"
        wide={null}
        narrow={
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
        }
      />
      {search.dialog === 'filters' && (
        <FilterSheet
          facets={facets}
          count={count}
          total={total}
          onReset={() => replace({ filter: undefined, page: undefined })}
          onClose={() => close({ dialog: undefined })}
        />
      )}
    </>
  )
}
