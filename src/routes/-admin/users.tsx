import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { userStatuses } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { roleGroups } from '#contract/roles.ts'
import { usersQuery } from '#src/api/admin.ts'
import { roleGroupWords } from '#src/i18n/person-words.ts'
import { LoadedPages } from '#src/routes/-frame/loaded-pages.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { NothingFits } from '#src/ui/empty-state.tsx'
import { Field } from '#src/ui/field.tsx'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { SkeletonTable } from '#src/ui/skeleton.tsx'
import { statusLabels } from './labels.tsx'
import { UserRows } from './user-rows.tsx'

/** Finds users as one types. */
export function Users() {
  const { t } = useLingui()
  const { search, replace } = useAddress('admin')
  return (
    <div className="flex flex-col gap-lg">
      <UserFilters />
      <LoadedPages
        query={usersQuery(search)}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        empty={
          <NothingFits
            icon="search"
            title={t`Никто не найден`}
            allLabel={<Trans>Показать всех пользователей</Trans>}
            onShowAll={() => replace({ search: undefined, filter: undefined })}
          >
            <Trans>Проверьте, как написаны имя, почта или телефон, и не мешают ли фильтры.</Trans>
          </NothingFits>
        }
      >
        {({ items, total, onEndReached }) => (
          <section className="flex flex-col gap-sm">
            <p role="status" className="text-sm text-ink-muted tabular-nums">
              <Plural
                value={total}
                one="Найден # пользователь"
                few="Найдено # пользователя"
                many="Найдено # пользователей"
                other="Найдено # пользователя"
              />
            </p>
            <UserRows users={items} onEndReached={onEndReached} />
          </section>
        )}
      </LoadedPages>
    </div>
  )
}

/** By words, role group and status; one of each at most. */
function UserFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('admin')
  const { filter = {} } = search
  return (
    <search className="flex flex-col gap-base print:hidden">
      <div className="max-w-text">
        <Field label={t`Найти пользователя`}>
          <SearchInput
            value={search.search ?? ''}
            onSearch={(sought) => replace({ search: sought })}
            clearLabel={t`Очистить поиск`}
            placeholder={t`Имя, почта или телефон`}
            maxLength={searchLength}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-xl gap-y-base">
        <FilterChips
          legend={<Trans>Роль</Trans>}
          atMostOne
          options={roleGroups.map((group) => ({ value: group, label: i18n._(roleGroupWords[group]) }))}
          chosen={filter.group ? [filter.group] : []}
          onChange={([group]) => replace({ filter: { ...filter, group } })}
        />
        <FilterChips
          legend={<Trans>Состояние</Trans>}
          atMostOne
          options={userStatuses.map((status) => ({
            value: status,
            label: i18n._(statusLabels[status].words),
            tone: statusLabels[status].tone,
          }))}
          chosen={filter.status ? [filter.status] : []}
          onChange={([status]) => replace({ filter: { ...filter, status } })}
        />
      </div>
    </search>
  )
}
