import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { userStatuses } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { adminPanelSearch } from '#contract/screen-search.ts'
import { usersQuery } from '#src/api/admin.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SearchInput, Select } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { RoleGroupOptions, statusLabels } from './user-labels.tsx'
import { UserTable } from './user-table.tsx'

const InviteAllDialog = lazyComponent('invite-all-dialog', () => import('./invite-all-dialog.tsx'), 'InviteAllDialog')

/** Users with search and filters. */
export function UsersTab() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  return (
    <div className="flex flex-col gap-base">
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
        {({ items, total }) => (
          <section className="flex flex-col gap-sm">
            <div className="flex flex-wrap items-center justify-between gap-sm">
              <p role="status" className="text-sm text-ink-muted tabular-nums">
                <Plural value={total} one="# человек" few="# человека" many="# человек" other="# человека" />
              </p>
              <InviteAll />
            </div>
            <Card padding="flush">
              <UserTable users={items} />
            </Card>
          </section>
        )}
      </InfiniteQueryBoundary>
    </div>
  )
}

function UserFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const { group = '', status = '' } = search.filter ?? {}
  const change = (part: Record<string, string | undefined>) =>
    replace(adminPanelSearch({ ...search, filter: { ...search.filter, ...part } }))
  return (
    <search className="grid grid-cols-2 items-end gap-base md:grid-cols-[2fr_1fr_1fr] print:hidden">
      <div className="max-md:col-span-2">
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
      <Field label={t`Роль`}>
        <Select value={group} onChange={({ target }) => change({ group: target.value })}>
          <option value="">{t`Все`}</option>
          <RoleGroupOptions />
        </Select>
      </Field>
      <Field label={t`Статус`}>
        <Select value={status} onChange={({ target }) => change({ status: target.value })}>
          <option value="">{t`Все`}</option>
          {userStatuses.map((one) => (
            <option key={one} value={one}>
              {i18n._(statusLabels[one].text)}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

/** Opens the dialog that invites all people of the chosen role who have no password. */
function InviteAll() {
  const { search, open, close } = useScreenSearch('admin')
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'invite-all' })}>
        <Trans>Разослать приглашения…</Trans>
      </Button>
      {search.dialog === 'invite-all' && <InviteAllDialog onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
