import { Trans, useLingui } from '@lingui/react/macro'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { Child } from '#contract/shapes.ts'
import { scheduleFilterKindWords } from '#src/i18n/enumeration-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { kindLooks } from '#src/school/kinds.ts'
import { Button } from '#src/ui/button.tsx'
import { FilterChips } from '#src/ui/filter-chip.tsx'

/** Filters by child, where there are several, and by kind; the chips of the kinds are the calendar's legend too. */
export function Filters({ people }: { people: readonly Pick<Child, 'uuid' | 'firstName'>[] }) {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('schedule')
  const { kind = [], child } = search.filter ?? {}
  return (
    <div className="mb-base flex flex-col gap-xs print:hidden">
      {people.length > 1 && (
        <FilterChips
          legend={t`Чьё расписание`}
          legendHidden
          none={<Trans>Все дети</Trans>}
          options={people.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
          chosen={child === undefined ? [] : [child]}
          atMostOne
          onChange={([chosen]) => replace({ filter: { kind, child: chosen } })}
        />
      )}
      <FilterChips
        legend={t`Что показывать`}
        legendHidden
        options={scheduleFilterKinds.map((value) => ({
          value,
          label: i18n._(scheduleFilterKindWords[value]),
          icon: kindLooks[value].icon,
        }))}
        chosen={kind}
        onChange={(chosen) => replace({ filter: { kind: chosen, child } })}
      >
        {kind.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => replace({ filter: { child } })}>
            <Trans>Сбросить</Trans>
          </Button>
        )}
      </FilterChips>
    </div>
  )
}
