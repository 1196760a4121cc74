import { Trans, useLingui } from '@lingui/react/macro'
import type { ServiceAccountRow } from '#contract/integration/integrations.ts'
import { type ServiceArea, serviceAreas } from '#contract/integration/service-areas.ts'
import { serviceAccountsQuery } from '#src/api/admin.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { LabelBadge } from '#src/routes/-query/labels/badges.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { accountStateLabels, areaLabels } from './integration-labels.ts'

/** Programs that may read and write the data of the school. */
export function ServiceAccounts() {
  const { open } = useScreenSearch('admin')
  return (
    <Card
      padding="flush"
      title={<Trans>Доступ программ</Trans>}
      aside={
        <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'account-new' })}>
          <Trans>Создать доступ</Trans>
        </Button>
      }
    >
      <p className="max-w-text px-base pb-base text-ink-muted md:px-lg">
        <Trans>CRM, учебная платформа или программа расписания читают и пишут данные школы по своему ключу.</Trans>
      </p>
      <QueryBoundary
        query={serviceAccountsQuery()}
        skeleton={<SkeletonTable rows={3} columns={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState icon="settings" title={<Trans>Ни у одной программы нет доступа</Trans>}>
            <Trans>Создайте доступ: программа получит идентификатор и секрет.</Trans>
          </EmptyState>
        }
      >
        {({ items }) => <AccountTable accounts={items} />}
      </QueryBoundary>
    </Card>
  )
}

function AccountTable({ accounts }: { accounts: readonly ServiceAccountRow[] }) {
  const { t } = useLingui()
  const columns: Column<ServiceAccountRow>[] = [
    { key: 'name', title: t`Программа`, rowHeader: true, cell: (account) => <Program account={account} /> },
    {
      key: 'state',
      title: t`Статус`,
      fitContent: true,
      cell: ({ state }) => <LabelBadge label={accountStateLabels[state]} />,
    },
    { key: 'scopes', title: t`Права`, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { key: 'expires', title: t`Срок`, fitContent: true, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
    {
      key: 'used',
      title: t`Последний запрос`,
      fitContent: true,
      cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
    },
    {
      key: 'actions',
      title: t`Действия`,
      align: 'end',
      cell: (account) => (account.state === 'revoked' ? null : <Actions account={account} />),
    },
  ]
  return <Table caption={t`Доступ программ`} columns={columns} rows={accounts} rowKey={({ id }) => id} />
}

function Program({ account: { name, clientId } }: { account: ServiceAccountRow }) {
  return (
    <span className="flex flex-col">
      {name}
      <code className="text-sm wrap-anywhere text-ink-muted">{clientId}</code>
    </span>
  )
}

/** Areas by what the program may do there; single collections by their names. */
function Scopes({ scopes }: { scopes: readonly string[] }) {
  const { t, i18n } = useLingui()
  const rights = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? scope)
  const nameOf = (area: string) => (isArea(area) ? i18n._(areaLabels[area]) : area === 'all' ? t`Все данные` : area)
  return (
    <ul className="flex flex-col gap-xxs text-sm">
      {[...rights].map(([area, some]) => (
        <li key={area}>
          {nameOf(area)}
          <span className="text-ink-muted">
            {separator}
            {some.map((scope) => (scope.endsWith(':write') ? t`запись` : t`чтение`)).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function isArea(name: string): name is ServiceArea {
  return (serviceAreas as readonly string[]).includes(name)
}

function Expiry({ at }: { at: string | null }) {
  const dates = useDates()
  if (at === null) return <Trans>Без срока</Trans>
  // The access ends when its last day does.
  const last = dates.dayOf(new Date(Date.parse(at) - 1).toISOString())
  return <Trans>действует до {dates.dayWithYear(last)}</Trans>
}

function LastUse({ at }: { at: string | null }) {
  if (at !== null) return <DateTime at={at} />
  return (
    <span className="text-ink-muted">
      <Trans>Ещё не было</Trans>
    </span>
  )
}

function Actions({ account: { id, name, canRenewSecret } }: { account: ServiceAccountRow }) {
  const { t } = useLingui()
  const { open } = useScreenSearch('admin')
  return (
    <span className="flex flex-wrap justify-end gap-xs">
      {canRenewSecret && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t`Новый секрет: ${name}`}
          onClick={() => open({ dialog: 'account-secret', item: id })}
        >
          <Trans>Новый секрет</Trans>
        </Button>
      )}
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t`Отозвать доступ: ${name}`}
        onClick={() => open({ dialog: 'account-revoke', item: id })}
      >
        <Trans>Отозвать доступ</Trans>
      </Button>
    </span>
  )
}
