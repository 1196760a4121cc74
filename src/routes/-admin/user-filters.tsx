import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { userStatuses } from '#contract/enumerations.ts'
import { roleGroups } from '#contract/roles.ts'
import { roleGroupWords } from '#src/routes/-frame/use-role-groups.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { usePanelSearch } from './use-panel-search.ts'
import { statusLooks } from './words.ts'

/** Narrows the users by words, role group and status; one of each at most. */
export function UserFilters() {
  const { t, i18n } = useLingui()
  const { shown, searchFor, narrow } = usePanelSearch()
  const { group, status } = shown.filter ?? {}
  return (
    <search className="flex flex-col gap-base print:hidden">
      <div className="max-w-text">
        <Field label={t`Найти пользователя`}>
          <SearchInput
            value={shown.search ?? ''}
            onSearch={searchFor}
            clearLabel={t`Очистить поиск`}
            placeholder={t`Имя, почта или телефон`}
            maxLength={200}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-xl gap-y-base">
        <Chips legend={<Trans>Роль</Trans>}>
          {roleGroups.map((one) => (
            <FilterChip
              key={one}
              pressed={group === one}
              onClick={() => narrow({ group: group === one ? undefined : one })}
            >
              {i18n._(roleGroupWords[one])}
            </FilterChip>
          ))}
        </Chips>
        <Chips legend={<Trans>Состояние</Trans>}>
          {userStatuses.map((one) => (
            <FilterChip
              key={one}
              pressed={status === one}
              tone={statusLooks[one].tone}
              onClick={() => narrow({ status: status === one ? undefined : one })}
            >
              {i18n._(statusLooks[one].words)}
            </FilterChip>
          ))}
        </Chips>
      </div>
    </search>
  )
}

function Chips({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="w-full min-w-0 md:w-auto">
      <legend className="mb-xxs text-sm font-medium">{legend}</legend>
      <div className="flex gap-xs md:flex-wrap max-md:-mx-base max-md:overflow-x-auto max-md:px-base max-md:py-xxs max-md:[scrollbar-width:none]">
        {children}
      </div>
    </fieldset>
  )
}
