import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { userStatuses } from '#contract/enumerations.ts'
import { adminPanelSearch } from '#contract/screen-search.ts'
import { userFilterOf, usersQuery } from '#src/api/admin.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ListBar } from './list-bar.tsx'
import { ListFileLink } from './list-file-link.tsx'
import { ListFilters } from './list-filters.tsx'
import { RoleGroupOptions, statusLabels } from './user/user-labels.tsx'
import { UserTable } from './user-table.tsx'

const InviteAllDialog = lazyComponent('invite-all-dialog', () => import('./invite-all-dialog.tsx'), 'InviteAllDialog')

/** Users with search and filters. */
export function UsersTab() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  return (
    <div className="flex flex-col gap-xs md:gap-base">
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
            <Trans>Проверьте, как написаны имя, телефон, номер или название, и не мешают ли фильтры.</Trans>
          </NoMatches>
        }
      >
        {({ items, total }) => (
          <ListBar
            actions={
              <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
                <ListFileLink list="user/list" query={userFilterOf(search)} total={total} />
                <InviteAll />
              </div>
            }
            list={
              <Card padding="flush">
                <UserTable users={items} />
              </Card>
            }
          >
            <p role="status">
              <Plural value={total} one="# человек" few="# человека" many="# человек" other="# человека" />
            </p>
          </ListBar>
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
    <ListFilters
      label={t`Найти пользователя`}
      placeholder={t`Имя, телефон, договор, группа`}
      clearLabel={t`Очистить поиск`}
      names={['group', 'status']}
      columns="grid-cols-[2fr_1fr_1fr]"
    >
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
    </ListFilters>
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
