import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { Feed } from '#contract/learning/schedule.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { feedQuery } from '#src/api/schedule.ts'
import { scheduleFilterKindLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

/** A student whose schedule can be subscribed to. */
export type FeedStudent = { uuid: string; firstName: string }

const createFeed = callMutation('POST /v1/schedule/feed-link', { handlesError: true })
const deleteFeed = callMutation('DELETE /v1/schedule/feed-link', { handlesError: true })

type FeedFormProps = { feed: Feed | null; readers: readonly FeedStudent[]; onMade: (url: string) => void }

/** Selects students and kinds; creates, replaces or deletes the feed. */
export function FeedForm({ feed, readers, onMade }: FeedFormProps) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const isImpersonating = useIsImpersonating()
  const known = readers.map(({ uuid }) => uuid)
  const [students, setStudents] = useState(() => feed?.students.filter((uuid) => known.includes(uuid)) ?? known)
  const [kinds, setKinds] = useState<Feed['kinds']>(feed?.kinds ?? [...scheduleFilterKinds])
  const keep = (kept: Feed | null) => queryClient.setQueryData(feedQuery().queryKey, { feed: kept })
  const making = usePressMutation({
    ...createFeed,
    onSuccess: (made) => {
      keep(made.feed)
      onMade(made.url)
    },
  })
  const ending = usePressMutation({ ...deleteFeed, onSuccess: () => keep(null) })
  const failure = making.error ?? ending.error
  return (
    <form
      className="flex flex-col gap-lg"
      onSubmit={(event) => {
        event.preventDefault()
        making.mutate({ body: { students, kinds } })
      }}
    >
      <div role="status" className="empty:hidden">
        {feed ? <CurrentFeed feed={feed} /> : ending.isSuccess && <Notice title={<Trans>Готово</Trans>} />}
      </div>
      {readers.length > 1 && (
        <CheckboxGroup
          legend={t`Чьё расписание`}
          options={readers.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
          chosen={students}
          onChange={setStudents}
          missing={t`Выберите хотя бы одного ребёнка.`}
        />
      )}
      <CheckboxGroup
        legend={t`Что показывать`}
        options={scheduleFilterKinds.map((value) => ({ value, label: i18n._(scheduleFilterKindLabels[value]) }))}
        chosen={kinds}
        onChange={setKinds}
        missing={t`Выберите хотя бы один вид занятий.`}
      />
      {failure && (
        <Notice tone="error" role="alert" title={<Trans>Не получилось</Trans>}>
          <ErrorMessage error={failure} />
        </Notice>
      )}
      <AccountOwnerOnly />
      <div className="flex flex-wrap gap-xs">
        <Button
          type="submit"
          variant="primary"
          busy={making.isPending}
          disabled={isImpersonating || ending.isPending || students.length === 0 || kinds.length === 0}
        >
          {feed ? <Trans>Получить новый адрес</Trans> : <Trans>Получить адрес</Trans>}
        </Button>
        {feed && (
          <Button
            ref={passFocusUp}
            busy={ending.isPending}
            disabled={isImpersonating || making.isPending}
            onClick={() => ending.mutate(undefined)}
          >
            <Trans>Выключить подписку</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}

function CurrentFeed({ feed: { createdAt, lastReadAt } }: { feed: Feed }) {
  const dates = useDates()
  return (
    <Notice title={<Trans>Подписка включена {dates.dateTime(createdAt)}</Trans>}>
      <p>
        {lastReadAt === null ? (
          <Trans>Ни один календарь её ещё не читал.</Trans>
        ) : (
          <Trans>Последний раз календарь читал её {dates.dateTime(lastReadAt)}.</Trans>
        )}
      </p>
      <p className="mt-xxs text-sm text-ink-muted">
        <Trans>
          Адрес показывается один раз. Если он потерян или нужен другой выбор, получите новый: прежний сразу перестанет
          работать.
        </Trans>
      </p>
    </Notice>
  )
}

type CheckboxGroupProps<Value extends string> = {
  legend: ReactNode
  options: readonly { value: Value; label: ReactNode }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** Message while nothing is selected. */
  missing: ReactNode
}

function CheckboxGroup<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
  missing,
}: CheckboxGroupProps<Value>) {
  const id = useId()
  const isMissing = chosen.length === 0
  return (
    <fieldset className="min-w-0" aria-describedby={isMissing ? id : undefined}>
      <legend className="mb-xs text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-lg gap-y-xs">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((each) => (each === value ? checked : chosen.includes(each))),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <p id={id} aria-live="polite" className="mt-xs text-sm text-ink-error empty:hidden">
        {isMissing && missing}
      </p>
    </fieldset>
  )
}
