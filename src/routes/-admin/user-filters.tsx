import { Trans, useLingui } from '@lingui/react/macro'
import { userStatuses } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { roleGroups } from '#contract/roles.ts'
import { roleGroupWords } from '#src/routes/-frame/use-role-groups.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip, FilterChips } from '#src/ui/filter-chip.tsx'
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
            maxLength={searchLength}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-xl gap-y-base">
        <FilterChips legend={<Trans>Роль</Trans>}>
          {roleGroups.map((one) => (
            <FilterChip
              key={one}
              pressed={group === one}
              onClick={() => narrow({ group: group === one ? undefined : one })}
            >
              {i18n._(roleGroupWords[one])}
            </FilterChip>
          ))}
        </FilterChips>
        <FilterChips legend={<Trans>Состояние</Trans>}>
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
        </FilterChips>
      </div>
    </search>
  )
}
