import { Trans, useLingui } from '@lingui/react/macro'
import { listFileRows } from '#contract/limits.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { Icon } from '#src/ui/icon.tsx'

type ListFileLinkProps = {
  /** Path of the call of the list below `/api/v1/admin/`. */
  list: string
  /** Of the list. */
  query?: object
  total: number
}

/** Downloads the shown list as CSV, with its filters. */
export function ListFileLink({ list, query = {}, total }: ListFileLinkProps) {
  const { t, i18n } = useLingui()
  const rows = formatScore(listFileRows, i18n.locale)
  return (
    <a
      href={`/api/v1/admin/${list}.csv${formatQueryString(query)}`}
      title={total > listFileRows ? t`Первые ${rows} строк списка с этими фильтрами` : t`Список с этими фильтрами`}
      className="inline-flex min-h-control-sm items-center gap-xs rounded text-sm text-ink-muted hover:text-ink-link print:hidden"
    >
      <Icon name="download" size={16} />
      {total > listFileRows ? <Trans>Скачать CSV: первые {rows}</Trans> : <Trans>Скачать CSV</Trans>}
    </a>
  )
}
