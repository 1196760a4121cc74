import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ImportDetails } from '#contract/integration/imports.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { writtenOf } from '#src/routes/-admin/import-label.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { passFocusUp, takeFocusDown } from '#src/ui/removed-focus.ts'

/** The state of an import, and what the administrator decides after the check. */
export function ImportDecision({ run }: { run: ImportDetails }) {
  return (
    <div ref={takeFocusDown} tabIndex={-1} className="flex flex-col gap-base focus-visible:outline-none">
      {isRunning(run) && <Progress run={run} />}
      {/* One element in all states, so that it announces the next one. */}
      <div role="status">
        <ImportOutcome run={run} />
      </div>
      {run.state === 'checked' && <Decision run={run} />}
    </div>
  )
}

export const isRunning = ({ state }: Pick<ImportDetails, 'state'>) => state === 'checking' || state === 'applying'

function ImportOutcome({ run }: { run: ImportDetails }) {
  switch (run.state) {
    case 'checking':
    case 'applying':
      return (
        <p className="text-sm text-ink-muted">
          <Trans>Страницу можно закрыть: работа идёт на сервере, итог будет в истории.</Trans>
        </p>
      )
    case 'checked':
      return <Verdict run={run} />
    case 'applied':
      return <Applied run={run} />
    case 'failed':
      return (
        <Notice tone="error" title={<Trans>Сервер не смог закончить</Trans>}>
          <Trans>Причина в его журнале. Загрузите файл ещё раз: то, что уже записано, только сравнится.</Trans>
        </Notice>
      )
    case 'discarded':
      return (
        <Notice title={<Trans>Файл не загружен</Trans>}>
          <Trans>Его проверили и удалили, данные школы не менялись.</Trans>
        </Notice>
      )
  }
}

function Progress({ run: { state, progress, progressFile } }: { run: ImportDetails }) {
  const { t, i18n } = useLingui()
  const label = state === 'checking' ? t`Проверяем файлы` : t`Загружаем данные`
  const percent = i18n.number(progress, { style: 'percent' })
  return (
    <ProgressBar
      label={label}
      value={progress}
      max={1}
      valueText={[progressFile, percent].filter((part) => part !== null).join(', ')}
    />
  )
}

/** What happens after the check: import, check with other options, or discard. */
function Decision({ run }: { run: ImportDetails }) {
  const { id, faults, skipFaulty, allowDeletes, asksForDeletes, isOutdated } = run
  const [skips, setSkips] = useState(skipFaulty)
  const [deletes, setDeletes] = useState(allowDeletes)
  const check = usePressMutation(callMutation('POST /v1/admin/import/{id}/check', { handlesError: true }))
  const apply = usePressMutation(callMutation('POST /v1/admin/import/{id}/apply', { handlesError: true }))
  const discard = usePressMutation(callMutation('DELETE /v1/admin/import/{id}', { handlesError: true }))
  const isBusy = check.isPending || apply.isPending || discard.isPending
  const isChanged = skips !== skipFaulty || deletes !== allowDeletes
  const mustCheck = isChanged || isOutdated
  const params = { id }
  return (
    <div ref={passFocusUp} className="flex flex-col gap-base">
      {(faults > 0 || skipFaulty) && (
        <Checkbox checked={skips} disabled={isBusy} onChange={() => setSkips(!skips)}>
          <Trans>Загрузить остальные строки файлов с ошибками</Trans>
        </Checkbox>
      )}
      {(asksForDeletes || allowDeletes) && (
        <Checkbox checked={deletes} disabled={isBusy} onChange={() => setDeletes(!deletes)}>
          <Trans>Разрешить удалить больше десятой части записей</Trans>
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-xs">
        {mustCheck ? (
          <Button
            variant="primary"
            busy={check.isPending}
            disabled={isBusy && !check.isPending}
            onClick={() => check.mutate({ params, body: { skipFaulty: skips, allowDeletes: deletes } })}
          >
            <Trans>Проверить ещё раз</Trans>
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={apply.isPending}
            disabled={writtenOf(run) === 0 || (isBusy && !apply.isPending)}
            onClick={() => apply.mutate({ params })}
          >
            <Trans>Загрузить</Trans>
          </Button>
        )}
        <Button
          busy={discard.isPending}
          disabled={isBusy && !discard.isPending}
          onClick={() => discard.mutate({ params })}
        >
          <Trans>Не загружать</Trans>
        </Button>
        <CallError error={check.error ?? apply.error ?? discard.error} />
      </div>
    </div>
  )
}

function Verdict({ run }: { run: ImportDetails }) {
  const { faults, isOutdated } = run
  const written = writtenOf(run)
  const title: ReactNode =
    faults === 0 ? (
      <Trans>Ошибок нет</Trans>
    ) : (
      <Plural
        value={faults}
        one="Найдена # ошибка"
        few="Найдено # ошибки"
        many="Найдено # ошибок"
        other="Найдено # ошибки"
      />
    )
  return (
    <div className="flex flex-col gap-base">
      <Notice tone={faults === 0 ? 'success' : 'warning'} title={title}>
        {written === 0 ? (
          <Trans>Загружать нечего: данные школы не изменились бы.</Trans>
        ) : (
          <Plural
            value={written}
            one="Изменится # запись. Пока ничего не записано."
            few="Изменятся # записи. Пока ничего не записано."
            many="Изменится # записей. Пока ничего не записано."
            other="Изменятся # записи. Пока ничего не записано."
          />
        )}
        {faults > 0 && (
          <p>
            <Trans>Файлы с ошибками и те, что на них ссылаются, не загрузятся. Исправьте их и отправьте снова.</Trans>
          </p>
        )}
      </Notice>
      {isOutdated && (
        <Notice tone="warning" title={<Trans>Проверка устарела</Trans>}>
          <Trans>После неё загружены другие данные. Проверьте файл ещё раз.</Trans>
        </Notice>
      )}
    </div>
  )
}

function Applied({ run }: { run: ImportDetails }) {
  const { total, faults } = run
  const { created, changed, deleted } = total
  if (writtenOf(run) === 0) return <NothingApplied faults={faults} />
  return (
    <Notice
      tone={faults === 0 ? 'success' : 'warning'}
      title={faults === 0 ? <Trans>Данные загружены</Trans> : <Trans>Загружено не всё: в файлах есть ошибки</Trans>}
    >
      <Trans>
        Создано {created}, изменено {changed}, удалено {deleted}.
      </Trans>
    </Notice>
  )
}

function NothingApplied({ faults }: Pick<ImportDetails, 'faults'>) {
  if (faults === 0)
    return (
      <Notice title={<Trans>Ничего не изменилось</Trans>}>
        <Trans>Данные школы уже были такими, как в файле.</Trans>
      </Notice>
    )
  return (
    <Notice tone="error" title={<Trans>Ничего не загружено</Trans>}>
      <Trans>Помешали ошибки в файлах, данные школы прежние. Исправьте файлы и отправьте снова.</Trans>
    </Notice>
  )
}
