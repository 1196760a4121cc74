import { Plural, useLingui } from '@lingui/react/macro'
import { lessonStateWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { Change } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'

const mostShown = 5

type ChangeListProps = { fresh: readonly Change[]; tags: ChildTags }

/** The newest of them, each of which opens its item. */
export function ChangeList({ fresh, tags }: ChangeListProps) {
  const hidden = fresh.length - mostShown
  return (
    <div className="pb-sm">
      <ul>
        {fresh.slice(0, mostShown).map((change) => (
          <li key={change.itemUuid}>
            <ChangeRow change={change} tags={tags} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-xxs text-sm text-ink-muted">
          <Plural
            value={hidden}
            one="И ещё # изменение"
            few="И ещё # изменения"
            many="И ещё # изменений"
            other="И ещё # изменения"
          />
        </p>
      )}
    </div>
  )
}

function ChangeRow({ change, tags }: { change: Change; tags: ChildTags }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { open } = useAddress('schedule')
  const { itemUuid, was, startsAt, state, students } = change
  const names = students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
  const isCancelled = state === 'cancelled'
  return (
    <button
      type="button"
      onClick={() => open({ date: dates.dayOf(startsAt), item: itemUuid })}
      className="-mx-xs flex w-[calc(100%+16px)] flex-wrap items-baseline gap-x-xs rounded px-xs py-xxs text-left text-sm transition-colors hover:bg-surface-hover"
    >
      <span className="font-medium">{change.subject ?? change.title}</span>
      {names.length > 0 && <span className="text-ink-muted">{names.join(', ')}</span>}
      <span className={isCancelled ? 'text-ink-error' : 'text-ink-warning'}>
        {i18n._(wordsFor(lessonStateWords, state))}
      </span>
      {was && <s className="text-ink-muted tabular-nums">{dates.dateTime(was.startsAt)}</s>}
      {isCancelled ? (
        <s className="tabular-nums">{dates.dateTime(startsAt)}</s>
      ) : (
        <span className="font-medium tabular-nums">{dates.dateTime(startsAt)}</span>
      )}
    </button>
  )
}
