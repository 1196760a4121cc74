import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { ticketFile } from '#contract/limits.ts'
import type { TicketFile } from '#contract/people/tickets.ts'
import { ApiError, fieldErrorOf } from '#src/api/api-error.ts'
import { uploadTicketFile } from '#src/api/upload.ts'
import { fileFaultMessages } from '#src/i18n/file-fault-messages.ts'
import { formatFileSize } from '#src/i18n/numbers.ts'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Icon } from '#src/ui/icon.tsx'

type AttachedFilesProps = {
  /** Files of the draft when the form opens. */
  initial: readonly TicketFile[]
  disabled?: boolean
  /** Keeps them in the draft. */
  onChange: (files: TicketFile[]) => void
  /** A message that is sent meanwhile would go without the file. */
  onUploading: (isUploading: boolean) => void
}

/** Uploads pictures and PDFs for a message, at once when they are chosen. */
export function AttachedFiles({ initial, disabled = false, onChange, onUploading }: AttachedFilesProps) {
  const { t, i18n } = useLingui()
  const caller = useRouteContext({ from: '__root__', select: (context) => context.caller })
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState(initial)
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController>(null)
  // A form that is gone does not show the file: it must not be in the draft of the next message.
  useEffect(() => () => sending.current?.abort(), [])
  const change = (next: TicketFile[]) => {
    setFiles(next)
    onChange(next)
  }
  const upload = useMutation({
    mutationFn: async (chosen: File[]) => {
      const controller = new AbortController()
      sending.current = controller
      let held = [...files]
      for (const file of chosen) {
        setShare(0)
        assertAcceptable(file, held.length)
        held = [...held, await uploadTicketFile(caller, file, { signal: controller.signal, onProgress: setShare })]
        change(held)
      }
    },
    onMutate: () => onUploading(true),
    onSettled: () => onUploading(false),
    meta: { handlesError: true },
  })
  const choose = (chosen: File[]) => {
    if (chosen.length > 0 && !upload.isPending) upload.mutate(chosen)
  }
  const left = ticketFile.maxCount - files.length
  return (
    <div className="flex flex-col gap-xs">
      <ul aria-label={t`Приложенные файлы`} className="flex flex-col gap-xxs empty:hidden">
        {files.map(({ uuid, name, size }) => (
          <li key={uuid} className="flex min-w-0 items-center gap-xs text-sm">
            <Icon name="check" size={16} />
            <span className="min-w-0 truncate">{name}</span>
            <span className="whitespace-nowrap text-ink-muted">{formatFileSize(size, i18n.locale)}</span>
            <IconButton
              icon="close"
              label={t`Убрать файл ${name}`}
              disabled={disabled || upload.isPending}
              onClick={() => change(files.filter((file) => file.uuid !== uuid))}
            />
          </li>
        ))}
      </ul>
      {upload.isPending && (
        <ProgressBar
          label={t`Отправляем файл`}
          value={share}
          max={1}
          valueText={i18n.number(share, { style: 'percent' })}
        />
      )}
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            accept={ticketFile.mediaTypes.join(',')}
            className="sr-only"
            tabIndex={-1}
            aria-label={t`Выбрать файлы`}
            onChange={({ currentTarget }) => {
              choose([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <Button
            size="small"
            icon={<Icon name="plus" size={16} />}
            disabled={disabled}
            busy={upload.isPending}
            onClick={() => input.current?.click()}
          >
            <Trans>Приложить файл</Trans>
          </Button>
          <span className="text-sm text-ink-muted">
            {files.length === 0 ? (
              <Trans>Картинки или PDF до 10&nbsp;МБ, до {left} файлов</Trans>
            ) : (
              <Plural
                value={left}
                one={'Картинка или PDF до 10\u00a0МБ, ещё # файл'}
                few={'Картинки или PDF до 10\u00a0МБ, ещё # файла'}
                many={'Картинки или PDF до 10\u00a0МБ, ещё # файлов'}
                other={'Картинки или PDF до 10\u00a0МБ, ещё # файла'}
              />
            )}
          </span>
        </div>
      )}
      {upload.error && (
        <p role="alert" className="text-sm text-ink-error">
          <FileError error={upload.error} />
        </p>
      )}
    </div>
  )
}

type Fault = 'too-many' | 'too-large' | 'unsuitable'

class UnacceptableFile extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault)
    this.fault = fault
  }
}

const mediaTypes: readonly string[] = ticketFile.mediaTypes

/** What the browser can check without sending the file. */
function assertAcceptable({ type, size }: File, held: number): void {
  if (held >= ticketFile.maxCount) throw new UnacceptableFile('too-many')
  if (!mediaTypes.includes(type)) throw new UnacceptableFile('unsuitable')
  if (size > ticketFile.maxBytes) throw new UnacceptableFile('too-large')
}

function FileError({ error }: { error: Error }) {
  const { i18n } = useLingui()
  const fault =
    error instanceof UnacceptableFile ? error.fault : error instanceof ApiError ? fieldErrorOf(error, 'file') : null
  switch (fault) {
    case 'too-many':
      return <Trans>Приложить можно не больше пяти файлов.</Trans>
    case 'too-large':
      return <Trans>Файл больше 10&nbsp;МБ. Уменьшите его и выберите ещё раз.</Trans>
    case 'infected':
    case 'too-complex':
    case 'too-many-pixels':
      return i18n._(fileFaultMessages[fault])
    case 'unsuitable':
    case 'not-a-picture':
    case 'truncated':
    case 'unreadable':
      return <Trans>Этот файл не подходит или испорчен. Подойдут JPEG, PNG, WebP, GIF и PDF без пароля.</Trans>
    default:
      return <ErrorMessage error={error} />
  }
}
