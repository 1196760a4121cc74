import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { Child } from '#contract/shapes.ts'
import { scheduleFilterKindWords } from '#src/i18n/enumeration-words.ts'
import { Button } from '#src/ui/button.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { kindLooks } from './looks.ts'
import { withChild, withKindTurned } from './search.ts'
import { useScheduleSearch } from './use-schedule-search.ts'

const route = getRouteApi('/schedule')

/** Filters by child, where there are several, and by kind; the chips of the kinds are the calendar's legend too. */
export function Filters({ people }: { people: readonly Pick<Child, 'uuid' | 'firstName'>[] }) {
  const { t, i18n } = useLingui()
  const { filter = {} } = route.useSearch()
  const { narrow } = useScheduleSearch()
  return (
    <div className="mb-base flex flex-col gap-xs print:hidden">
      {people.length > 1 && (
        <Row label={t`Чьё расписание`}>
          <FilterChip pressed={filter.child === undefined} onClick={() => narrow(withChild(filter, undefined))}>
            <Trans>Все дети</Trans>
          </FilterChip>
          {people.map(({ uuid, firstName }) => (
            <FilterChip
              key={uuid}
              pressed={filter.child === uuid}
              onClick={() => narrow(withChild(filter, filter.child === uuid ? undefined : uuid))}
            >
              {firstName}
            </FilterChip>
          ))}
        </Row>
      )}
      <Row label={t`Что показывать`}>
        {scheduleFilterKinds.map((kind) => (
          <FilterChip
            key={kind}
            icon={kindLooks[kind].icon}
            pressed={filter.kind?.includes(kind) ?? false}
            onClick={() => narrow(withKindTurned(filter, kind))}
          >
            {i18n._(scheduleFilterKindWords[kind])}
          </FilterChip>
        ))}
        {filter.kind !== undefined && (
          <Button variant="quiet" size="small" onClick={() => narrow({ ...filter, kind: [] })}>
            <Trans>Сбросить</Trans>
          </Button>
        )}
      </Row>
    </div>
  )
}

/** On a phone the chips are one row that scrolls to the edges of the screen. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-xs max-md:-mx-base max-md:overflow-x-auto max-md:px-base max-md:py-half max-md:[scrollbar-width:none] md:flex-wrap">
        {children}
      </div>
    </fieldset>
  )
}
