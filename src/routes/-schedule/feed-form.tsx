import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import type { Feed } from '#contract/schedule.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { feedQuery } from '#src/api/schedule.ts'
import { scheduleFilterKindWords } from '#src/i18n/lesson-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OnlyThemselves, useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Choices } from './feed-choices.tsx'

/** Somebody whose schedule may be subscribed to. */
export type Reader = { uuid: string; firstName: string }

const make = callMutation('POST /v1/schedule/feed-link', { returnsFailure: true })
const end = callMutation('DELETE /v1/schedule/feed-link', { returnsFailure: true })

type FeedFormProps = { feed: Feed | null; readers: readonly Reader[]; onMade: (url: string) => void }

/** Chooses children and kinds and makes the address; of one that is there it says when it was read, renews or ends it. */
export function FeedForm({ feed, readers, onMade }: FeedFormProps) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const isLoggedAs = useIsLoggedAs()
  const known = readers.map(({ uuid }) => uuid)
  const [students, setStudents] = useState(() => feed?.students.filter((uuid) => known.includes(uuid)) ?? known)
  const [kinds, setKinds] = useState<Feed['kinds']>(feed?.kinds ?? [...scheduleFilterKinds])
  const keep = (kept: Feed | null) => queryClient.setQueryData(feedQuery().queryKey, { feed: kept })
  const making = useMutation({
    ...make,
    onSuccess: (made) => {
      keep(made.feed)
      onMade(made.url)
    },
  })
  const ending = useMutation({ ...end, onSuccess: () => keep(null) })
  // A second press may come before the first is drawn as pending.
  const isUnderWay = () => [make, end].some(({ mutationKey }) => queryClient.isMutating({ mutationKey }) > 0)
  const failure = making.error ?? ending.error
  return (
    <form
      className="flex flex-col gap-lg"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnderWay()) making.mutate({ body: { students, kinds } })
      }}
    >
      {feed && <Present feed={feed} />}
      {readers.length > 1 && (
        <Choices
          legend={t`Чьё расписание`}
          options={readers.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
          chosen={students}
          onChange={setStudents}
          missing={t`Выберите хотя бы одного ребёнка.`}
        />
      )}
      <Choices
        legend={t`Что показывать`}
        options={scheduleFilterKinds.map((value) => ({ value, label: i18n._(scheduleFilterKindWords[value]) }))}
        chosen={kinds}
        onChange={setKinds}
        missing={t`Выберите хотя бы один вид занятий.`}
      />
      {failure && (
        <Notice tone="error" role="alert" title={<Trans>Не получилось</Trans>}>
          <FailureWords error={failure} />
        </Notice>
      )}
      <OnlyThemselves />
      <div className="flex flex-wrap gap-xs">
        <Button
          type="submit"
          variant="primary"
          busy={making.isPending}
          disabled={isLoggedAs || students.length === 0 || kinds.length === 0}
        >
          {feed ? <Trans>Получить новый адрес</Trans> : <Trans>Получить адрес</Trans>}
        </Button>
        {feed && (
          <Button
            busy={ending.isPending}
            disabled={isLoggedAs}
            onClick={() => {
              if (!isUnderWay()) ending.mutate(undefined)
            }}
          >
            <Trans>Выключить подписку</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}

/** The subscription that is there, and what becomes of it when the choice changes. */
function Present({ feed: { createdAt, lastReadAt } }: { feed: Feed }) {
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
