import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { userStatuses } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { roleGroups } from '#contract/roles.ts'
import { usersQuery } from '#src/api/admin.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { statusLabels } from './user-labels.tsx'
import { WideUserTable } from './user-table.tsx'

const InviteAllDialog = lazyComponent('invite-all-dialog', () => import('./invite-all-dialog.tsx'), 'InviteAllDialog')

/** Users with search and filters. */
export function UsersTab() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  return (
    <div className="flex flex-col gap-lg">
      <UserFilters />
      <InfiniteQueryBoundary
        query={usersQuery(search)}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        empty={
          <NoMatches
            icon="search"
            title={t`Никто не найден`}
            resetLabel={<Trans>Показать всех пользователей</Trans>}
            onReset={() => replace({ search: undefined, filter: undefined })}
          >
            <Trans>Проверьте, как написаны имя, почта или телефон, и не мешают ли фильтры.</Trans>
          </NoMatches>
        }
      >
        {({ items, total, onEndReached }) => (
          <section className="flex flex-col gap-sm">
            <div className="flex flex-wrap items-center justify-between gap-sm">
              <p role="status" className="text-sm text-ink-muted tabular-nums">
                <Plural
                  value={total}
                  one="Найден # пользователь"
                  few="Найдено # пользователя"
                  many="Найдено # пользователей"
                  other="Найдено # пользователя"
                />
              </p>
              <InviteAll />
            </div>
            <WideUserTable users={items} onEndReached={onEndReached} />
          </section>
        )}
      </InfiniteQueryBoundary>
    </div>
  )
}

function UserFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
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
          single
          options={roleGroups.map((group) => ({ value: group, label: i18n._(roleGroupLabels[group]) }))}
          selected={filter.group ? [filter.group] : []}
          onChange={([group]) => replace({ filter: { ...filter, group } })}
        />
        <FilterChips
          legend={<Trans>Состояние</Trans>}
          single
          options={userStatuses.map((status) => ({
            value: status,
            label: i18n._(statusLabels[status].text),
            tone: statusLabels[status].tone,
          }))}
          selected={filter.status ? [filter.status] : []}
          onChange={([status]) => replace({ filter: { ...filter, status } })}
        />
      </div>
    </search>
  )
}

/** Opens the dialog that invites everyone of the chosen role. */
function InviteAll() {
  const { search, open, close } = useScreenSearch('admin')
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'invite-all' })}>
        <Trans>Пригласить всех без пароля</Trans>
      </Button>
      {search.dialog === 'invite-all' && <InviteAllDialog onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
