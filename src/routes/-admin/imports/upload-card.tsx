import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { WriteCall } from '#contract/call-changes.ts'
import type { ImportRow } from '#contract/integration/imports.ts'
import { importFileLimits } from '#contract/limits.ts'
import { ApiError, fieldErrorOf } from '#src/api/api-error.ts'
import { uploadImport } from '#src/api/upload.ts'
import { fileFaultMessages } from '#src/i18n/file-fault-messages.ts'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FileDrop } from '#src/ui/forms/file-drop.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { isRunning } from './import-decision.tsx'
import { peopleSample } from './people-sample.ts'

const mebibyte = 1024 * 1024
const limit = importFileLimits.maxBytes / mebibyte
const route = getRouteApi('__root__')

/** Chooses and uploads a file; the chosen file stays after a failure. */
export function UploadCard({ runs, onUploaded }: { runs: readonly ImportRow[]; onUploaded: (id: string) => void }) {
  const { t, i18n } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const upload = useUpload(onUploaded)
  const isTooLarge = file !== null && file.size > importFileLimits.maxBytes
  const isOtherRunning = runs.some(isRunning)
  const choose = (chosen: File) => {
    upload.reset()
    setFile(chosen)
  }
  return (
    <Card title={<Trans>Загрузить данные школы</Trans>}>
      <div className="flex flex-col gap-base">
        <div className="flex flex-col gap-xs">
          <p className="max-w-text text-ink-muted">
            <Trans>
              Здесь загружают данные школы, списки людей и платежей, выписки и реестры банка. Сначала файл проверяется,
              ничего не меняя: вы увидите, что изменится.
            </Trans>
          </p>
          <Disclosure summary={<Trans>Какие файлы подходят</Trans>}>
            <p className="max-w-text text-ink-muted">
              <Trans>
                Архив zip с файлами CSV (OneRoster 1.2 и дополнения к нему), таблица CSV со списком людей или платежей,
                выписка банка для 1С либо реестр платежей банка. Не больше {limit}&nbsp;МБ, большие файлы загружает
                команда на сервере.
              </Trans>
            </p>
          </Disclosure>
        </div>
        {upload.isSending ? (
          <div className="flex flex-col items-start gap-sm">
            <div className="w-full">
              <ProgressBar
                label={t`Отправляем файл`}
                value={upload.share}
                max={1}
                valueText={i18n.number(upload.share, { style: 'percent' })}
              />
            </div>
            <Button ref={passFocusUp} onClick={upload.cancel}>
              <Trans>Отменить</Trans>
            </Button>
          </div>
        ) : (
          <FileDrop
            accept=".zip,.csv,.txt,application/zip,text/csv,text/plain"
            buttonLabel={file === null ? <Trans>Выбрать файл</Trans> : <Trans>Выбрать другой файл</Trans>}
            hint={<Trans>или перетащите файл сюда</Trans>}
            aside={
              <a
                href={`data:text/csv;charset=utf-8,${encodeURIComponent(peopleSample)}`}
                download="people.csv"
                className="inline-flex min-h-control-sm items-center gap-xs rounded text-sm text-ink-muted hover:text-ink-link"
              >
                <Icon name="download" size={16} />
                <Trans>Скачать образец списка людей</Trans>
              </a>
            }
            onChoose={choose}
          >
            {file !== null && <ChosenFile file={file} />}
          </FileDrop>
        )}
        {isTooLarge && (
          <Notice tone="error" role="alert" title={<Trans>Файл слишком большой</Trans>}>
            <Trans>
              Здесь можно загрузить до {limit}&nbsp;МБ. Разделите файл на несколько или загрузите его командой на
              сервере.
            </Trans>
          </Notice>
        )}
        {upload.error && (
          <Notice tone="error" role="alert" title={<Trans>Файл не отправлен</Trans>}>
            <UploadError error={upload.error} />
          </Notice>
        )}
        {file !== null && !upload.isSending && (
          <div>
            <Button
              ref={passFocusUp}
              variant="primary"
              disabled={isTooLarge || isOtherRunning}
              onClick={() => upload.send(file)}
            >
              {upload.error ? <Trans>Отправить ещё раз</Trans> : <Trans>Проверить</Trans>}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function UploadError({ error }: { error: Error }) {
  const { i18n } = useLingui()
  const fault = error instanceof ApiError ? fieldErrorOf(error, 'file') : null
  if (fault === 'infected') return i18n._(fileFaultMessages.infected)
  if (fault !== null)
    return (
      <Trans>
        Это не архив zip, не таблица людей или платежей, не выписка для 1С и не реестр банка. Несколько файлов CSV
        сложите в архив.
      </Trans>
    )
  if (error instanceof ApiError && error.type === 'state-conflict')
    return <Trans>Другой администратор только что начал загрузку. Дождитесь её конца: она видна в истории.</Trans>
  return <ErrorMessage error={error} />
}

/** A second press is ignored while the file is sent. */
function useUpload(onUploaded: (id: string) => void) {
  const { caller } = route.useRouteContext()
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController | null>(null)
  const upload = useMutation({
    // The query client refetches what the call changes (`contract/call-changes.ts`).
    mutationKey: ['POST /v1/admin/import'] satisfies [WriteCall],
    mutationFn: (file: File) => {
      setShare(0)
      const controller = new AbortController()
      sending.current = controller
      return uploadImport(caller, file, { signal: controller.signal, onProgress: setShare })
    },
    meta: { handlesError: true },
    onSettled: () => {
      sending.current = null
    },
  })
  const isCancelled = upload.error?.name === 'AbortError'
  return {
    share,
    isSending: upload.isPending,
    error: isCancelled ? null : upload.error,
    send: (file: File) => {
      // Not of the mutation: the callback of the call does not run when the page has been left.
      if (sending.current === null) upload.mutate(file, { onSuccess: ({ id }) => onUploaded(id) })
    },
    cancel: () => sending.current?.abort(),
    reset: upload.reset,
  }
}

function ChosenFile({ file: { name, size } }: { file: File }) {
  const { i18n } = useLingui()
  return (
    <p className="wrap-anywhere">
      <span className="font-medium">{name}</span>{' '}
      <span className="text-ink-muted">
        {i18n.number(Math.max(size / mebibyte, 0.01), { maximumFractionDigits: 2 })} <Trans>МБ</Trans>
      </span>
    </p>
  )
}
