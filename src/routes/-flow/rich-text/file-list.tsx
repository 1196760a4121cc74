import { useLingui } from '@lingui/react/macro'
import type { TicketFile } from '#contract/people/tickets.ts'
import { formatFileSize } from '#src/i18n/numbers.ts'
import { Icon } from '#src/ui/icon.tsx'

/** Files of a message, to download. */
export function FileList({ files }: { files: readonly TicketFile[] }) {
  const { t, i18n } = useLingui()
  if (files.length === 0) return null
  return (
    <ul aria-label={t`Файлы`} className="mt-sm flex flex-wrap gap-xs">
      {files.map(({ uuid, name, size }) => (
        <li key={uuid} className="min-w-0 max-w-full">
          <a
            href={`/api/v1/storage/ticket-file/${uuid}`}
            download={name}
            className="inline-flex min-h-control-sm max-w-full items-center gap-xs rounded border border-line bg-surface px-sm text-sm text-ink-link hover:bg-surface-hover"
          >
            <Icon name="download" size={16} />
            <span className="truncate">{name}</span>
            <span className="whitespace-nowrap text-ink-muted">{formatFileSize(size, i18n.locale)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
